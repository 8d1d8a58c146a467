// SPDX-License-Identifier: Apache-2.0
// Ways to order the messages of a halo exchange, from the published baseline to one message per pair of
// nodes.
//
// ordered       Receives are posted; then for each neighbour in turn: pack, MPI_Send; then for each in turn:
//               wait, unpack. Published as point-to-point communication.
// non_blocking  Like `ordered`, but with MPI_Isend.
// all_at_once   Receives are posted, everything is packed, all sends start; when everything has arrived, it
//               is unpacked: the behaviour of a neighbourhood collective.
// by_node       Ranks of a node read each other's rows in place, once a flag says that they may; rows for
//               another node are packed into the node's memory and sent as one message per pair of nodes by
//               one of the node's ranks (aggregator); messages are assigned to these ranks round-robin.
//
// A message within a node costs a copy by the receiving core between packing and unpacking; by_node
// needs no packing or unpacking within a node.
#pragma once

#include <string>
#include <vector>

#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/exchange_load.hpp"
#include "bench/halo_replay/rank_schedule.hpp"

namespace groundswell {

std::vector<std::string> halo_schedule_names();
// One schedule per rank. Throws Error for an unknown name, listing the known ones.
std::vector<RankSchedule> make_halo_schedules(const std::string& name, const ExchangeLoad& load,
                                              const ClusterModel& cluster);

}  // namespace groundswell
