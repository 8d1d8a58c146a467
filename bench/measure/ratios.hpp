// SPDX-License-Identifier: Apache-2.0
// Ratios of medians of times measured in turns, and their confidence intervals.
#pragma once

#include <cstdint>
#include <vector>

namespace groundswell {

struct Ratio {
  double value = 1.0;
  double low = 1.0, high = 1.0;  // 95 % confidence interval
  double width() const { return high - low; }
};

// The median of `times` divided by the smallest median of `others`; all were measured in the same
// repetitions. The interval is obtained by bootstrapping whole repetitions, as a disturbance affects all
// lists in the same repetition. The same numbers give the same interval.
Ratio ratio_to_best(const std::vector<double>& times, const std::vector<std::vector<double>>& others);

}  // namespace groundswell
