// SPDX-License-Identifier: Apache-2.0
// A halo exchange to be replayed, and its description in JSON.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/exchange_load.hpp"

namespace groundswell {

struct ReplaySettings {
  ClusterModel cluster;
  std::int64_t cell_bytes = 1260 * 4;
  double late = 0.0;  // [s] ranks begin at random times within this interval
};

struct ReplayCase {
  const PartPairs& pairs;
  std::string placement;
  int n_ring = 1;
  ExchangeLoad load;
};
ReplayCase make_replay_case(const PartPairs& pairs, const std::string& placement, int n_ring,
                            const ReplaySettings& settings);

// Start time of each rank [s]: uniformly distributed over [0, late), the same on each call.
std::vector<double> draw_begins(int n_rank, double late);

// Time spent by ranks in an exchange: from their own first step to their last [s].
struct RankTimes {
  double mean = 0.0, most = 0.0, least = 0.0;
};
RankTimes summarize_times(std::span<const double> begin, std::span<const double> finish);

nlohmann::ordered_json to_json(const ReplaySettings& settings);
nlohmann::ordered_json to_json(const RankTimes& times);
// Describes the case and its messages, without times.
nlohmann::ordered_json describe_case(const ReplayCase& which, const ReplaySettings& settings);

}  // namespace groundswell
