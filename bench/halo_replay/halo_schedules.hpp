// SPDX-License-Identifier: Apache-2.0
// Ways to order the messages of a halo exchange, from the published baseline to one message per pair of
// nodes.
//
// ordered      receives are posted; then for each neighbour in turn: pack, MPI_Send; then for each in turn:
//              wait, unpack. What was published as point-to-point communication.
// non_blocking the same with MPI_Isend.
// all_at_once  receives are posted, all is packed, all sends start; when all has come, all is unpacked: what
// a
//              neighbourhood collective does.
// by_node      ranks of a node read each other's rows where they lie, once a flag says that they may; what
// goes
//              to another node is packed into the node's memory and sent as one message per pair of nodes by
//              a rank of the node, these messages being dealt to its ranks in turn.
//
// A message within a node costs a copy by the receiving core between packing and unpacking; by_node saves
// both of these.
#pragma once

#include <string>
#include <vector>

#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/exchange_load.hpp"
#include "bench/halo_replay/rank_schedule.hpp"

namespace groundswell {

std::vector<std::string> halo_schedule_names();
// One for each rank. Throws Error for an unknown name, with the known ones.
std::vector<RankSchedule> make_halo_schedules(const std::string& name, const ExchangeLoad& load,
                                              const ClusterModel& cluster);

}  // namespace groundswell
