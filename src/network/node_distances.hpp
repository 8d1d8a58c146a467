// SPDX-License-Identifier: Apache-2.0
// Symmetric integer distances between nodes, so that every machine finds the same map with them.
#pragma once

#include <cstdint>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

class NodeDistances {
 public:
  // The mean of both directions, in steps of 1/65536 of the largest; 0 from a node to itself. Without a
  // matrix, or if all distances are equal, 1 between any two nodes. Throws Error if the matrix has too few
  // nodes, or if distances are unknown, negative or all 0.
  NodeDistances(const DistanceMatrix& between_nodes, int n_node);

  int n_node() const { return n_node_; }
  bool are_alike() const { return values_.empty(); }
  std::int64_t operator()(int a, int b) const {
    if (are_alike()) return a != b;
    return values_[std::size_t(a) * std::size_t(n_node_) + std::size_t(b)];
  }

 private:
  int n_node_;
  std::vector<std::int32_t> values_;  // empty if all are equal
};

}  // namespace groundswell
