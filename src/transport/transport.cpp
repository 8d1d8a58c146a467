// SPDX-License-Identifier: Apache-2.0
#include "transport/transport.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "base/names.hpp"
#include "transport/direct_transport.hpp"
#include "transport/primary_transport.hpp"

namespace groundswell {
namespace {

constexpr char direct[] = "direct", primary[] = "primary", calls[] = "calls", thread[] = "thread";

struct Method {
  std::string_view name;
};
constexpr Method transports[] = {{direct}, {primary}}, drivers[] = {{calls}, {thread}};

}  // namespace

std::vector<std::string> transport_methods() {
  return names_of(transports);
}

std::vector<std::string> progress_methods() {
  return names_of(drivers);
}

int least_of_either(const TransportSettings& settings) {
  return settings.method == primary ? std::max(1, settings.n_primary) : 1;
}

void check_transport(int n_compute, int n_output, const TransportSettings& settings) {
  find_named(transports, settings.method, "unknown output transport '", settings.method, "'");
  find_named(drivers, settings.progress, "unknown output progress method '", settings.progress, "'");
  checked_slots(settings.n_slot);
  require(settings.method != primary ||
              (settings.n_primary >= 1 && settings.n_primary <= std::min(n_output, n_compute)),
          settings.n_primary, " primaries were requested among ", n_output, " output ranks, for ", n_compute,
          " ranks that compute; there must be at least one, and no more than of either");
}

std::unique_ptr<ShipmentSender> make_sender(const RankRoles& roles, const TransportSide& side,
                                            const TransportSettings& settings) {
  check_transport(roles.n_compute(), roles.n_output_server(), settings);
  if (settings.method == primary) return std::make_unique<PrimarySender>(roles, side, settings);
  return std::make_unique<DirectSender>(roles, side, settings);
}

std::unique_ptr<ShipmentReceiver> make_receiver(const RankRoles& roles, const TransportSide& side,
                                                const TransportSettings& settings) {
  check_transport(roles.n_compute(), roles.n_output_server(), settings);
  if (settings.method == primary) return std::make_unique<PrimaryReceiver>(roles, side, settings);
  return std::make_unique<DirectReceiver>(roles, side);
}

}  // namespace groundswell
