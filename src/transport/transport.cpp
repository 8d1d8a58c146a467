// SPDX-License-Identifier: Apache-2.0
#include "transport/transport.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "transport/direct_transport.hpp"

namespace groundswell {
namespace {

void check_method(const std::string& method) {
  std::string known;
  for (const std::string& each : transport_methods()) known += (known.empty() ? "" : ", ") + each;
  const std::vector<std::string> methods = transport_methods();
  require(std::ranges::find(methods, method) != methods.end(), "there is no way of output called '", method,
          "'; known are ", known);
}

}  // namespace

std::vector<std::string> transport_methods() {
  return {"direct"};
}

std::unique_ptr<ShipmentSender> make_sender(const RankRoles& roles, const ShipmentPlan& plan,
                                            const TransportSettings& settings) {
  check_method(settings.method);
  return std::make_unique<DirectSender>(roles, plan, settings.n_slot);
}

std::unique_ptr<ShipmentReceiver> make_receiver(const RankRoles& roles, const ShipmentPlan& plan,
                                                const TransportSettings& settings) {
  check_method(settings.method);
  return std::make_unique<DirectReceiver>(roles, plan);
}

}  // namespace groundswell
