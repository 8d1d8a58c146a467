// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace groundswell {

struct RobustMedian {
  double value = 0.0;
  std::int64_t n_sample = 0, n_outlier = 0;  // taken, and dropped of these
};

// Which samples count: the published protocol drops what is an order of magnitude off, more than 10 times or
// less than a tenth of the median of all (of two in the middle the lower, because what is far off is too
// long). There must be one sample or more.
std::vector<bool> find_kept(const std::vector<double>& samples);
// The median of those that count.
RobustMedian compute_robust_median(const std::vector<double>& samples);

}  // namespace groundswell
