// SPDX-License-Identifier: Apache-2.0
// Times MPI_Bcast and a broadcast along a given tree, each before and after reordering the ranks. The
// measurements take turns.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/network/kept_times.hpp"
#include "bench/network/placed_ranks.hpp"

namespace groundswell {

struct BroadcastSettings {
  std::int64_t bytes = 1024;
  std::int64_t segment_bytes = 65536;  // along the tree; 0: not segmented
  std::vector<int> parents;            // [rank] parent in the tree; the same numbers for both placements
  int repetitions = 30;
};

struct BroadcastResult {
  BroadcastSettings settings;
  PlacedTimes mpi, tree;
  Ratio tree_speed_up;  // MPI's time divided by the tree's, in the last placement
};

// Every rank gets the same result. Throws Error, on all ranks, if data do not arrive, or if the parents do
// not form a tree. Collective.
BroadcastResult time_broadcast(const PlacedRanks& ranks, const BroadcastSettings& settings);
nlohmann::ordered_json to_json(const BroadcastResult& result);

}  // namespace groundswell
