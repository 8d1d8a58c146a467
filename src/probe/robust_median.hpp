// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace groundswell {

struct RobustMedian {
  double value = 0.0;
  std::int64_t n_sample = 0, n_outlier = 0;  // taken, and dropped
};

// Which samples count: the published protocol drops those off by an order of magnitude, more than 10 times or
// less than a tenth of the median of all (the lower of two in the middle, because outliers are too long).
// There must be at least one sample.
std::vector<bool> find_kept(const std::vector<double>& samples);
// The median of the samples that count.
RobustMedian compute_robust_median(const std::vector<double>& samples);

}  // namespace groundswell
