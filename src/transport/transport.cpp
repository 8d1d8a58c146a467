// SPDX-License-Identifier: Apache-2.0
#include "transport/transport.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "transport/direct_transport.hpp"
#include "transport/primary_transport.hpp"

namespace groundswell {
namespace {

constexpr char direct[] = "direct", primary[] = "primary";

}  // namespace

std::vector<std::string> transport_methods() {
  return {direct, primary};
}

void check_transport(const RankRoles& roles, const TransportSettings& settings) {
  const std::vector<std::string> methods = transport_methods();
  std::string known;
  for (const std::string& each : methods) known += (known.empty() ? "" : ", ") + each;
  require(std::ranges::find(methods, settings.method) != methods.end(), "there is no way of output called '",
          settings.method, "'; known are ", known);
  checked_slots(settings.n_slot);
  require(settings.method != primary ||
              (settings.n_primary >= 1 &&
               settings.n_primary <= std::min(roles.n_output_server(), roles.n_compute())),
          settings.n_primary, " primaries were requested among ", roles.n_output_server(),
          " output ranks, for ", roles.n_compute(),
          " ranks that compute; there must be at least one, and no more than of either");
}

std::unique_ptr<ShipmentSender> make_sender(const RankRoles& roles, TransportSide side,
                                            const TransportSettings& settings) {
  check_transport(roles, settings);
  if (settings.method == primary)
    return std::make_unique<PrimarySender>(roles, std::move(side.kinds), side.cells, settings.n_slot,
                                           settings.n_primary);
  return std::make_unique<DirectSender>(roles, std::move(side.kinds), side.cells, settings.n_slot);
}

std::unique_ptr<ShipmentReceiver> make_receiver(const RankRoles& roles, TransportSide side,
                                                const TransportSettings& settings) {
  check_transport(roles, settings);
  if (settings.method == primary)
    return std::make_unique<PrimaryReceiver>(roles, std::move(side.kinds), side.cells, settings.n_primary);
  return std::make_unique<DirectReceiver>(roles, std::move(side.kinds), side.cells);
}

}  // namespace groundswell
