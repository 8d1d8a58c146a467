// SPDX-License-Identifier: Apache-2.0
// Reference for the bootstrap: Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
#include "bench/measure/ratios.hpp"

#include <algorithm>
#include <random>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr int n_resample = 1000;
constexpr double tail = 0.025;  // fraction of the resampled ratios beyond the interval, on each side

double median_of(const std::vector<double>& values, const std::vector<std::size_t>& picked,
                 std::vector<double>& scratch) {
  scratch.clear();
  for (const std::size_t i : picked) scratch.push_back(values[i]);
  const auto middle = scratch.begin() + std::ptrdiff_t(scratch.size() / 2);
  std::ranges::nth_element(scratch, middle);
  if (scratch.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(scratch.begin(), middle));
}

}  // namespace

Ratio ratio_to_best(const std::vector<double>& times, const std::vector<std::vector<double>>& others) {
  ensure(!times.empty() && !others.empty(), "a ratio of nothing");
  std::vector<double> scratch;
  std::vector<std::size_t> picked(times.size());
  for (std::size_t i = 0; i < picked.size(); ++i) picked[i] = i;
  const auto ratio = [&] {
    double best = median_of(others.front(), picked, scratch);
    for (const std::vector<double>& other : others) best = std::min(best, median_of(other, picked, scratch));
    return median_of(times, picked, scratch) / best;
  };
  const double value = ratio();
  std::mt19937 random(1);
  std::vector<double> resampled;
  for (int i = 0; i < n_resample; ++i) {
    for (std::size_t& pick : picked) pick = random() % times.size();
    resampled.push_back(ratio());
  }
  std::ranges::sort(resampled);
  const auto at = [&](double fraction) { return resampled[std::size_t(fraction * (n_resample - 1) + 0.5)]; };
  return {value, at(tail), at(1.0 - tail)};
}

}  // namespace groundswell
