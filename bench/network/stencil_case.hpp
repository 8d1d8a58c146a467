// SPDX-License-Identifier: Apache-2.0
// Times the modes of a stencil's exchange on one process grid, before and after reordering the ranks. The
// measurements take turns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/network/kept_times.hpp"
#include "bench/network/placed_ranks.hpp"
#include "bench/network/rank_grid.hpp"

namespace groundswell {

struct StencilSettings {
  GridPlace extent{1, 1, 1};
  std::string axes = "xyz";
  std::int64_t unit_bytes = 2048;
  bool computes = false;           // each rank averages its 27 units after they have arrived
  std::vector<std::string> modes;  // empty: all
  int repetitions = 30;
};

struct StencilResult {
  StencilSettings settings;
  std::vector<PlacedTimes> times;         // [mode]
  std::vector<double> computing_seconds;  // [mode] the averaging alone, before reordering; mean over ranks
};

// Every rank gets the same result. Throws Error, on all ranks, if bytes do not arrive, for an unknown mode
// and for a grid that does not match the number of ranks. Collective.
StencilResult time_stencil(const PlacedRanks& ranks, StencilSettings settings);
nlohmann::ordered_json to_json(const StencilResult& result);

}  // namespace groundswell
