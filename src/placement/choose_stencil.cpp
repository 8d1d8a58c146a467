// SPDX-License-Identifier: Apache-2.0
#include "placement/choose_stencil.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <numeric>
#include <utility>

#include "placement/choose_nodes.hpp"
#include "placement/node_blocks.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {
namespace {

// A place of the grid, and its number in the order of blocks that double along x, y and z in turn, in the
// grid whose sides are rounded up to powers of two.
struct GridPlace {
  std::int64_t order = 0;
  int place = 0;

  auto operator<=>(const GridPlace&) const = default;
};

std::vector<GridPlace> order_grid(const ProcessGrid& grid) {
  std::vector<GridPlace> places;
  for (int place = 0; place < count_places(grid); ++place) {
    const ProcessGrid at = find_in_grid(grid, place);
    std::int64_t order = 0;
    int n_bit = 0;
    for (int bit = 0; bit < 20; ++bit)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if ((1 << bit) < grid[axis]) order |= std::int64_t(at[axis] >> bit & 1) << n_bit++;
    places.push_back({order, place});
  }
  std::ranges::sort(places);
  return places;
}

std::int64_t count_rounded_places(const ProcessGrid& grid) {
  std::int64_t n = 1;
  for (const int side : grid) n *= std::int64_t(std::bit_ceil(unsigned(side)));
  return n;
}

// The best filling of a grid found so far.
class StencilSearch {
 public:
  StencilSearch(const DistanceMatrix& distances, const ProcessGrid& grid)
      : distances_(distances), grid_(grid), places_(order_grid(grid)) {}

  // Assigns the nodes to the grid in block order, in both ways: a place that only the rounded-up grid has
  // takes a node with it, or does not.
  void consider(const std::vector<int>& nodes) {
    if (std::size_t(places_.back().order) < nodes.size())
      fill([&](std::size_t i) { return nodes[std::size_t(places_[i].order)]; });
    if (std::size_t(places_.back().order) + 1 > places_.size()) fill([&](std::size_t i) { return nodes[i]; });
  }
  std::vector<int> best() const { return best_; }

 private:
  template <class NodeOf>
  void fill(NodeOf&& node_of) {
    std::vector<int> filled(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) filled[std::size_t(places_[i].place)] = node_of(i);
    const double sum = add_between_neighbours(distances_, grid_, filled);
    if (!best_.empty() && sum >= least_) return;
    least_ = sum;
    best_ = std::move(filled);
  }

  const DistanceMatrix& distances_;
  ProcessGrid grid_;
  std::vector<GridPlace> places_;
  std::vector<int> best_;
  double least_ = 0;
};

}  // namespace

std::vector<int> choose_for_stencil(const DistanceMatrix& distances, ProcessGrid grid) {
  check_grid(distances, grid);
  StencilSearch search(distances, grid);
  const std::int64_t n_place = count_places(grid), n_rounded = count_rounded_places(grid);
  std::vector<int> all(std::size_t(distances.size()));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> close = choose_for_all_to_all(distances, int(n_place));
  for (const std::vector<int>& nodes : order_by_blocks(distances, all, n_place)) search.consider(nodes);
  if (n_rounded > n_place)
    for (const std::vector<int>& nodes : order_by_blocks(distances, all, n_rounded)) search.consider(nodes);
  for (const std::vector<int>& nodes : order_by_blocks(distances, close, n_place)) search.consider(nodes);
  return search.best();
}

namespace {

constexpr int most_sweeps = 50;

// Swaps the nodes of two places, or a node in the grid with one outside.
class StencilSwaps {
 public:
  StencilSwaps(const DistanceMatrix& distances, const ProcessGrid& grid, std::vector<int>& nodes)
      : distances_(distances), grid_(grid), nodes_(nodes) {
    std::vector<bool> is_used(std::size_t(distances.size()), false);
    for (const int node : nodes) is_used[std::size_t(node)] = true;
    for (int node = 0; node < distances.size(); ++node)
      if (!is_used[std::size_t(node)]) outside_.push_back(node);
  }

  // Returns whether any swap was a gain.
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
  // `other` is the node at place b, or a node outside if b equals a.
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
