// SPDX-License-Identifier: Apache-2.0
// Replays the schedules of all ranks on a model of a cluster, event by event.
//
// A message between nodes takes, as in LogGP, an overhead at each end (steps of work in the schedule), a
// latency and its bytes over the bandwidth; but the bandwidth is that of the link of a node, which all
// messages that leave the node share in turn, a chunk at a time, and so do those that arrive, in the order of
// their chunks. The network between the links has room for all. A message within a node takes a latency. A
// message above `eager_bytes` leaves when both sides have posted it, and its sender waits until it has
// arrived. References: Alexandrov, Ionescu, Schauser and Scheiman 1997, J. Parallel Distrib. Comput. 44,
// 71-79 (LogGP); Hoefler, Schneider and Lumsdaine 2010, HPDC, 597-604 (replay of schedules).
#pragma once

#include <span>
#include <vector>

#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/rank_schedule.hpp"

namespace groundswell {

// When each rank has done its last step [s]; rank r begins its first at begin[r] [s] (empty: all at 0).
// Throws Error for a message that only one side knows, or with other bytes, and for ranks that wait for each
// other for ever.
std::vector<double> replay_schedules(const ClusterModel& cluster, std::span<const int> node_of_rank,
                                     std::span<const RankSchedule> schedules,
                                     std::span<const double> begin = {});

}  // namespace groundswell
