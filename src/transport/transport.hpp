// SPDX-License-Identifier: Apache-2.0
// The transports from compute ranks to output ranks, selected by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "transfer/packet_plan.hpp"
#include "transport/shipment.hpp"
#include "transport/transport_settings.hpp"

namespace groundswell {

// One side: the kinds of packets, the same on all ranks, and for each kind the cells that this rank has
// (compute ranks) or wants (output ranks).
struct TransportSide {
  std::vector<PacketKind> kinds;
  std::vector<Decomposition> cells;
};

std::vector<std::string> transport_methods();
// What advances messages. "calls": calls of ShipmentSender::progress() while computing; "thread": a thread on
// each compute rank (ProgressThread).
std::vector<std::string> progress_methods();
// Throws Error for an unknown name of either method, listing the known ones, and for settings that do not
// work with these numbers of compute and output ranks.
void check_transport(int n_compute, int n_output, const TransportSettings& settings);
// The minimum number of compute ranks, and of output ranks, that the method needs.
int least_of_either(const TransportSettings& settings);

// Create the two sides. Throw Error on all ranks for an unknown method, listing the known ones, and for
// invalid settings; for cells that do not match (match_cells), on all ranks with the method "direct", only on
// output ranks with "primary". Collective on all ranks.
std::unique_ptr<ShipmentSender> make_sender(const RankRoles& roles, const TransportSide& side,
                                            const TransportSettings& settings);
std::unique_ptr<ShipmentReceiver> make_receiver(const RankRoles& roles, const TransportSide& side,
                                                const TransportSettings& settings);

}  // namespace groundswell
