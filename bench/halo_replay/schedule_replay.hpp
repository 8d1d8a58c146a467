// SPDX-License-Identifier: Apache-2.0
// Replays the schedules of all ranks on a model of a cluster, event by event.
//
// As in LogGP, a message between nodes costs an overhead at each end (steps of work in the schedule), a
// latency and its bytes divided by the bandwidth; but the bandwidth is that of the nodes' links. All messages
// that leave a node share its link chunk by chunk; the link of the receiving node takes chunks in the order
// in which they were sent. The network between the links has unlimited capacity. A message within a node
// takes the time `flag_latency`. A message larger than `eager_bytes` is sent when both sides have posted it,
// and its sender waits until it has arrived. References: Alexandrov, Ionescu, Schauser and Scheiman 1997, J.
// Parallel Distrib. Comput. 44, 71-79 (LogGP); Hoefler, Schneider and Lumsdaine 2010, HPDC, 597-604 (replay
// of schedules).
#pragma once

#include <span>
#include <vector>

#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/rank_schedule.hpp"

namespace groundswell {

// The time at which each rank finishes its last step [s]; rank r begins its first at begin[r] [s] (empty: all
// at 0). Throws Error for a message that only one side posts, or whose size differs between the sides, and
// for a deadlock.
std::vector<double> replay_schedules(const ClusterModel& cluster, std::span<const int> node_of_rank,
                                     std::span<const RankSchedule> schedules,
                                     std::span<const double> begin = {});

}  // namespace groundswell
