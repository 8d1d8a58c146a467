// SPDX-License-Identifier: Apache-2.0
// The ways from ranks that compute to output ranks, chosen by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "transport/shipment.hpp"
#include "transport/shipment_plan.hpp"

namespace groundswell {

struct TransportSettings {
  std::string method = "direct";
  int n_slot = 4;  // shipments that can be under way at once
};

std::vector<std::string> transport_methods();

// The two sides. The plan is that of all ranks, and must live as long. Throws Error for an unknown method,
// with the known ones, and for settings that cannot be. Collective on all ranks.
std::unique_ptr<ShipmentSender> make_sender(const RankRoles& roles, const ShipmentPlan& plan,
                                            const TransportSettings& settings);
std::unique_ptr<ShipmentReceiver> make_receiver(const RankRoles& roles, const ShipmentPlan& plan,
                                                const TransportSettings& settings);

}  // namespace groundswell
