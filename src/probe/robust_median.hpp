// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace groundswell {

struct RobustMedian {
  double value = 0.0;
  std::int64_t n_sample = 0, n_outlier = 0;  // number of all samples, and of those dropped
};

// Which samples count: the published protocol drops those off by an order of magnitude, that is, above 10
// times or below a tenth of the median of all samples (of an even number of samples, the lower of the two
// middle ones, because outliers are mostly too long). There must be at least one sample.
std::vector<bool> find_kept(const std::vector<double>& samples);
// The median of the samples that count.
RobustMedian compute_robust_median(const std::vector<double>& samples);

}  // namespace groundswell
