// SPDX-License-Identifier: Apache-2.0
#include "probe/robust_median.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {

std::vector<bool> find_kept(const std::vector<double>& samples) {
  ensure(!samples.empty(), "the median of no samples was requested");
  std::vector<double> sorted = samples;
  const auto lower = sorted.begin() + std::ptrdiff_t((sorted.size() - 1) / 2);
  std::ranges::nth_element(sorted, lower);
  const double middle = *lower;
  std::vector<bool> kept;
  for (const double sample : samples) kept.push_back(sample <= 10.0 * middle && sample >= 0.1 * middle);
  return kept;
}

RobustMedian compute_robust_median(const std::vector<double>& samples) {
  const std::vector<bool> is_kept = find_kept(samples);
  std::vector<double> kept;
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (is_kept[i]) kept.push_back(samples[i]);
  RobustMedian result;
  result.n_sample = std::int64_t(samples.size());
  result.n_outlier = result.n_sample - std::int64_t(kept.size());
  result.value = median(std::move(kept));
  return result;
}

}  // namespace groundswell
