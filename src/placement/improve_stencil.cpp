// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "placement/choose_nodes.hpp"
#include "placement/choose_stencil.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {
namespace {

constexpr int most_sweeps = 50;

// Swaps the nodes of places, and of places with nodes outside.
class StencilSwaps {
 public:
  StencilSwaps(const DistanceMatrix& distances, const ProcessGrid& grid, std::vector<int>& nodes)
      : distances_(distances), grid_(grid), nodes_(nodes) {
    std::vector<bool> is_used(std::size_t(distances.size()), false);
    for (const int node : nodes) is_used[std::size_t(node)] = true;
    for (int node = 0; node < distances.size(); ++node)
      if (!is_used[std::size_t(node)]) outside_.push_back(node);
  }

  // Whether any swap gained.
  bool sweep() {
    bool has_gained = false;
    const int n = int(nodes_.size());
    for (int a = 0; a < n; ++a) {
      for (int b = a + 1; b < n; ++b) has_gained |= swap_if_better(nodes_[std::size_t(b)], a, b);
      for (int& other : outside_) has_gained |= swap_if_better(other, a, a);
    }
    return has_gained;
  }

 private:
  double cost_at(int place) const {
    double cost = 0;
    for_each_neighbour(grid_, place, [&](int other) {
      cost += distances_.both_ways(nodes_[std::size_t(place)], nodes_[std::size_t(other)]);
    });
    return cost;
  }
  // `other` is the node at place b, or outside where b is a.
  bool swap_if_better(int& other, int a, int b) {
    const auto cost = [&] { return cost_at(a) + (a == b ? 0.0 : cost_at(b)); };
    const double before = cost();
    std::swap(nodes_[std::size_t(a)], other);
    if (cost() < before * (1.0 - 1e-9)) return true;
    std::swap(nodes_[std::size_t(a)], other);
    return false;
  }

  const DistanceMatrix& distances_;
  const ProcessGrid& grid_;
  std::vector<int>& nodes_;
  std::vector<int> outside_;
};

}  // namespace

double sum_between_neighbours(const DistanceMatrix& distances, ProcessGrid grid, std::span<const int> nodes) {
  check_nodes(distances, grid, nodes);
  return add_between_neighbours(distances, grid, nodes);
}

std::vector<int> improve_stencil(const DistanceMatrix& distances, ProcessGrid grid, std::vector<int> nodes) {
  check_nodes(distances, grid, nodes);
  StencilSwaps swaps(distances, grid, nodes);
  for (int sweep = 0; sweep < most_sweeps; ++sweep)
    if (!swaps.sweep()) break;
  return nodes;
}

std::vector<int> choose_stencil_by_swaps(const DistanceMatrix& distances, ProcessGrid grid) {
  std::vector<int> built = improve_stencil(distances, grid, choose_for_stencil(distances, grid));
  std::vector<int> first = improve_stencil(distances, grid, list_first_places(int(count_places(grid))));
  const auto sum = [&](const std::vector<int>& nodes) {
    return add_between_neighbours(distances, grid, nodes);
  };
  return sum(first) < sum(built) ? first : built;
}

}  // namespace groundswell
