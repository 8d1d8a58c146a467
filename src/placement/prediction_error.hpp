// SPDX-License-Identifier: Apache-2.0
// How well a measured network predicts messages of sizes that were not measured.
#pragma once

#include <cstdint>
#include <vector>

#include "network/network_model.hpp"

namespace groundswell {

struct PredictionError {
  std::int64_t bytes = 0;
  double predicted = 0.0, measured = 0.0;  // [s] medians over all pairs
  double median = 0.0;                     // of measured / predicted - 1, over all pairs
  double most = 0.0;                       // the largest of these in magnitude, with its sign
  int from = -1, to = -1;                  // the pair with `most`
};

// One entry for each size of `measured` for which any pair was measured. Throws Error if the two have
// different places, or if a pair was not measured for `model`.
std::vector<PredictionError> compare_prediction(const NetworkModel& model, const NetworkModel& measured);

}  // namespace groundswell
