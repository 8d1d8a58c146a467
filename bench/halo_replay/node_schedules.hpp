// SPDX-License-Identifier: Apache-2.0
// The schedule by_node of halo_schedules.hpp.
#pragma once

#include <vector>

#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/exchange_load.hpp"
#include "bench/halo_replay/rank_schedule.hpp"

namespace groundswell {

// The size of a flag, which signals that data are ready in the node's memory.
constexpr std::int64_t flag_bytes = 8;

std::vector<RankSchedule> make_node_schedules(const ExchangeLoad& load, const ClusterModel& cluster);

}  // namespace groundswell
