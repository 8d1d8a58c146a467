// SPDX-License-Identifier: Apache-2.0
// The ways from ranks that compute to output ranks, chosen by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "transport/shipment.hpp"
#include "transport/shipment_plan.hpp"
#include "transport/transport_settings.hpp"

namespace groundswell {

// One side: the kinds of parcels, the same on all ranks, and for each of them the cells that this rank has,
// where it computes, or wants.
struct TransportSide {
  std::vector<ParcelKind> kinds;
  std::vector<Decomposition> cells;
};

std::vector<std::string> transport_methods();
// calls: those of ShipmentSender::progress; thread: a thread of each rank that computes (DrivenSender).
std::vector<std::string> progress_methods();
// Throws Error for an unknown method of either, with the known ones, and for settings that cannot be with so
// many ranks that compute and so many output ranks.
void check_transport(int n_compute, int n_output, const TransportSettings& settings);
// The fewest ranks of either kind with which the method works.
int least_of_either(const TransportSettings& settings);

// The two sides. Throws Error on all ranks for an unknown method, with the known ones, for settings that
// cannot be, and for cells that do not fit (match_cells). Collective on all ranks.
std::unique_ptr<ShipmentSender> make_sender(const RankRoles& roles, TransportSide side,
                                            const TransportSettings& settings);
std::unique_ptr<ShipmentReceiver> make_receiver(const RankRoles& roles, TransportSide side,
                                                const TransportSettings& settings);

}  // namespace groundswell
