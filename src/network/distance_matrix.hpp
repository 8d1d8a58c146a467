// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace groundswell {

// The distances between places of a network, from row to column; the two directions may differ. The unit is
// the caller's: seconds per message if the matrix comes from a NetworkModel.
class DistanceMatrix {
 public:
  DistanceMatrix() = default;
  explicit DistanceMatrix(int n) : n_(n), values_(std::size_t(n) * std::size_t(n), 0.0) {}

  int size() const { return n_; }
  double operator()(int from, int to) const { return values_[index(from, to)]; }
  double& operator()(int from, int to) { return values_[index(from, to)]; }
  double both_ways(int a, int b) const { return (*this)(a, b) + (*this)(b, a); }
  // The distances between these places only, in that order.
  DistanceMatrix part(std::span<const int> places) const;

 private:
  std::size_t index(int from, int to) const { return std::size_t(from) * std::size_t(n_) + std::size_t(to); }

  int n_ = 0;
  std::vector<double> values_;  // [from][to]
};

// Throws Error unless all distances are known, finite and not below 0.
void check_distances(const DistanceMatrix& distances);

}  // namespace groundswell
