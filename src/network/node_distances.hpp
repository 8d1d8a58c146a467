// SPDX-License-Identifier: Apache-2.0
// Distances between nodes as whole numbers, the same one way and the other, so that every machine finds the
// same map with them.
#pragma once

#include <cstdint>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

class NodeDistances {
 public:
  // The mean of both ways, in steps of 1/65536 of the largest; 0 from a node to itself. Without a matrix, or
  // where all are alike, 1 between any two nodes. Throws Error for a matrix of fewer nodes, and for distances
  // that are not known, below 0 or all 0.
  NodeDistances(const DistanceMatrix& between_nodes, int n_node);

  int n_node() const { return n_node_; }
  bool are_alike() const { return values_.empty(); }
  std::int64_t operator()(int a, int b) const {
    if (are_alike()) return a != b;
    return values_[std::size_t(a) * std::size_t(n_node_) + std::size_t(b)];
  }

 private:
  int n_node_;
  std::vector<std::int32_t> values_;  // empty where all are alike
};

}  // namespace groundswell
