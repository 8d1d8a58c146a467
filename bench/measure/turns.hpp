// SPDX-License-Identifier: Apache-2.0
// Common parts of benchmarks that compare several ways of doing the same thing on many ranks.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace groundswell {

struct MeasureSettings {
  int repetitions = 30;          // minimum per method
  int choices = 3;               // how often an automatic choice is made
  double widest_interval = 0.3;  // confidence interval of a ratio: repetitions continue until it is narrower,
  double max_case_seconds = 300;  // or until this time has passed
};

// Calls take(k) for each k below n in every repetition, each time in a new random order, as the state left by
// one method can affect the speed of the next. The order is the same on all ranks whose `random` has the same
// state.
template <class Take>
void take_turns(std::size_t n, int repetitions, std::mt19937& random, Take&& take) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t(0));
  for (int i = 0; i < repetitions; ++i) {
    std::ranges::shuffle(order, random);
    for (const std::size_t k : order) take(k);
  }
}

}  // namespace groundswell
