// SPDX-License-Identifier: Apache-2.0
// Times MPI_Alltoall among all ranks, or in several groups concurrently, before and after reordering the
// ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/network/kept_times.hpp"
#include "bench/network/placed_ranks.hpp"

namespace groundswell {

struct AllToAllSettings {
  std::int64_t bytes = 1024;  // from each rank to each rank of its group
  int n_group = 1;            // number of groups, each of consecutive ranks
  int repetitions = 30;
};

struct AllToAllResult {
  AllToAllSettings settings;
  PlacedTimes times;                           // of the slowest group
  std::vector<std::vector<KeptTimes>> groups;  // [placement][group]

  // Ratio of the largest to the smallest of the groups' medians.
  double group_variation(std::size_t placement) const;
};

// Every rank gets the same result. Throws Error, on all ranks, if data do not arrive, or if the number of
// groups is not between 1 and the number of ranks. Collective.
AllToAllResult time_all_to_all(const PlacedRanks& ranks, const AllToAllSettings& settings);
nlohmann::ordered_json to_json(const AllToAllResult& result);

}  // namespace groundswell
