// SPDX-License-Identifier: Apache-2.0
// Weights that give a value at the points of one grid from values at those of another, as other programs
// compute them and write them to files.
#pragma once

#include <cstdint>
#include <vector>

namespace groundswell {

struct GridWeight {
  std::int64_t target = 0, source = 0;  // points of the two grids, counted from 0
  double weight = 0.0;
};

struct GridWeights {
  std::int64_t n_target = 0, n_source = 0;  // points of the whole grids; 0 if unknown
  std::vector<GridWeight> weights;          // in any order; those of the same pair of points are added up
};

}  // namespace groundswell
