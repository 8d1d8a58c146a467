// SPDX-License-Identifier: Apache-2.0
// What benches have in common that compare several ways of doing the same thing on many ranks.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace groundswell {

struct MeasureSettings {
  int repetitions = 30;           // at least, of each way
  int choices = 3;                // how often what chooses for itself chooses anew
  double widest_interval = 0.3;   // of a ratio: repetitions go on until it is narrower,
  double max_case_seconds = 300;  // or until this long has passed
};

// Calls take(k) for each k below n in every repetition. Each repetition has an order of its own, the same on
// all ranks that draw from the same numbers: how one way ends can make the next one faster.
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
