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

// A place of the grid, and its place in the grid with sides that are powers of two, both in the order of
// blocks that double along x, y and z in turn.
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

  // Both ways to give nodes in the order of blocks to the grid: skipped places take nodes, or do not.
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

}  // namespace groundswell
