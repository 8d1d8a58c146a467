// SPDX-License-Identifier: Apache-2.0
// Networks with known optima, and random ones.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell::test {

// The rack of each place: racks of these sizes, in random order.
inline std::vector<int> deal_racks(const std::vector<int>& sizes, std::mt19937& random) {
  std::vector<int> rack_of;
  for (int rack = 0; rack < int(sizes.size()); ++rack)
    rack_of.insert(rack_of.end(), std::size_t(sizes[std::size_t(rack)]), rack);
  std::shuffle(rack_of.begin(), rack_of.end(), random);
  return rack_of;
}

// Distances of 1 within a rack and `far` between racks, each times a factor between 1 and 1 + noise; the two
// directions differ.
inline DistanceMatrix make_racks(const std::vector<int>& rack_of, double far, double noise,
                                 std::mt19937& random) {
  DistanceMatrix distances(int(rack_of.size()));
  std::uniform_real_distribution<double> factor(1.0, 1.0 + noise);
  for (std::size_t a = 0; a < rack_of.size(); ++a)
    for (std::size_t b = 0; b < rack_of.size(); ++b)
      if (a != b) distances(int(a), int(b)) = (rack_of[a] == rack_of[b] ? 1.0 : far) * factor(random);
  return distances;
}

inline DistanceMatrix make_random(int n, std::mt19937& random) {
  return make_racks(std::vector<int>(std::size_t(n), 0), 1.0, 9.0, random);
}

// The published example of eight nodes on two switches.
inline DistanceMatrix make_eight_nodes() {
  DistanceMatrix distances(8);
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b)
      if (a != b) distances(a, b) = 3.0;
  const auto set = [&](int a, int b, double d) { distances(a - 1, b - 1) = distances(b - 1, a - 1) = d; };
  set(1, 2, 1.0), set(1, 3, 1.1), set(1, 4, 1.2), set(2, 3, 0.9), set(2, 4, 1.1), set(3, 4, 1.0);
  set(5, 6, 1.0), set(5, 7, 1.1), set(5, 8, 1.2), set(6, 7, 1.1), set(6, 8, 1.1), set(7, 8, 1.0);
  return distances;
}

}  // namespace groundswell::test
