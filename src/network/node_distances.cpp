// SPDX-License-Identifier: Apache-2.0
#include "network/node_distances.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace groundswell {

NodeDistances::NodeDistances(const DistanceMatrix& between_nodes, int n_node) : n_node_(n_node) {
  constexpr double n_step = 65536;
  const int n_given = between_nodes.size();
  if (n_given == 0 || n_node < 2) return;
  require(n_given >= n_node, "distances are given between ", n_given, " nodes, but ranks lie on ", n_node,
          "; give those of all");
  double most = 0.0;
  for (int a = 0; a < n_node; ++a)
    for (int b = 0; b < n_node; ++b) {
      const double distance = between_nodes(a, b);
      require(a == b || (std::isfinite(distance) && distance >= 0.0), "the distance from node ", a,
              " to node ", b, " is ", distance, "; it must be known and not negative");
      if (a < b) most = std::max(most, between_nodes.both_ways(a, b));
    }
  require(most > 0.0, "all distances between nodes are 0; give some that are larger");
  values_.resize(std::size_t(n_node) * std::size_t(n_node), 0);
  bool all_alike = true;
  for (int a = 0; a < n_node; ++a)
    for (int b = 0; b < n_node; ++b) {
      if (a == b) continue;
      const auto steps = std::int32_t(std::lround(between_nodes.both_ways(a, b) / most * n_step));
      values_[std::size_t(a) * std::size_t(n_node) + std::size_t(b)] = steps;
      all_alike = all_alike && steps == std::int32_t(n_step);
    }
  if (all_alike) values_.clear();
}

}  // namespace groundswell
