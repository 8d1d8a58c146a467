// SPDX-License-Identifier: Apache-2.0
#include "model/source_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mesh/place_tree.hpp"
#include "mesh/vec3.hpp"
#include "model/cells_within.hpp"

namespace groundswell {
namespace {

constexpr std::size_t n_near = 9;  // nearest cells that are candidates for the corners of a triangle
constexpr double most_sizes_apart = 1.7;

// A cell of the other mesh, near one of this mesh.
struct NearCell {
  double square = std::numeric_limits<double>::infinity();  // of the distance [m2]
  std::int64_t number = std::numeric_limits<std::int64_t>::max();
  Vec3 at;  // [m]
  double size = 0.0;
  PlaceOfCell place;

  bool operator<(const NearCell& other) const {
    return square != other.square ? square < other.square : number < other.number;
  }
  bool exists() const { return std::isfinite(square); }
};
using NearCells = std::array<NearCell, n_near>;  // nearest first

class Search {
 public:
  // `largest` [m] is the size of the largest cell of the other mesh.
  Search(const Mesh& mesh, double max_distance, double largest)
      : mesh_(mesh), max_distance_(max_distance), reach_(std::max(max_distance, 2.0 * largest)) {}

  Vec3 position(const PlaceOfCell& cell) const { return place_in_space(mesh_, cell.x, cell.y); }

  // Adds the cells of a block, the first of which has the number `first`, to the cells near each cell of
  // `mine` and to those within it.
  void add(const std::vector<PlaceOfCell>& mine, const std::vector<PlaceOfCell>& block, std::int64_t first,
           std::vector<NearCells>& near, std::vector<CellsWithin>& within) const {
    std::vector<Vec3> places;
    for (const PlaceOfCell& cell : block) places.push_back(position(cell));
    const PlaceTree tree(std::move(places), mesh_.period_x, mesh_.period_y);
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const Vec3 here = position(mine[i]);
      const auto bound = [&] { return std::min(near[i].back().square, reach_ * reach_); };
      within[i].add(tree, here, block, first);
      tree.search(here, bound, [&](std::size_t k, const Vec3& way) {
        const double square = dot(way, way);
        if (square > bound()) return;
        const PlaceOfCell& cell = block[k];
        insert({square, first + std::int64_t(k), here + way, std::sqrt(cell.area), cell}, near[i]);
      });
    }
  }

  SourceCells choose(const PlaceOfCell& cell, const NearCells& near) const {
    SourceCells sources;
    if (!near[0].exists()) return sources;
    const double distance = std::sqrt(near[0].square);
    if (distance > 1e-6 * near[0].size) interpolate(cell, near, sources);
    if (sources.is_calm() && distance <= std::max(max_distance_, 0.65 * near[0].size))
      take(cell, near, {0, 0, 0}, {1.0, 0.0, 0.0}, sources);
    return sources;
  }

 private:
  static void insert(const NearCell& cell, NearCells& near) {
    if (!(cell < near.back())) return;
    near.back() = cell;
    for (std::size_t i = n_near - 1; i > 0 && near[i] < near[i - 1]; --i) std::swap(near[i], near[i - 1]);
  }

  static bool are_neighbours(const NearCell& a, const NearCell& b) {
    return norm(a.at - b.at) <= most_sizes_apart * 0.5 * (a.size + b.size);
  }

  // Barycentric weights of the cell on the smallest triangle of neighbours around it.
  void interpolate(const PlaceOfCell& cell, const NearCells& near, SourceCells& sources) const {
    const auto n =
        std::size_t(std::ranges::count_if(near, [](const NearCell& each) { return each.exists(); }));
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j)
        for (std::size_t k = j + 1; k < n && are_neighbours(near[i], near[j]); ++k) {
          if (!are_neighbours(near[j], near[k]) || !are_neighbours(near[i], near[k])) continue;
          const double length =
              norm(near[i].at - near[j].at) + norm(near[j].at - near[k].at) + norm(near[k].at - near[i].at);
          if (length >= smallest) continue;
          const std::array<double, 3> weight = weights(position(cell), near[i], near[j], near[k]);
          if (!(std::min({weight[0], weight[1], weight[2]}) >= -1e-9)) continue;
          smallest = length;
          take(cell, near, {i, j, k}, weight, sources);
        }
  }

  // On the sphere, the weights of the triangle's corners as seen from the sphere's centre; in the plane, as
  // seen from above.
  std::array<double, 3> weights(const Vec3& here, const NearCell& a, const NearCell& b,
                                const NearCell& c) const {
    const auto seen = [&](const Vec3& at) {
      return mesh_.on_sphere ? at * (1.0 / a.size) : (at - here) * (1.0 / a.size) + Vec3{0.0, 0.0, 1.0};
    };
    const Vec3 p = seen(here), pa = seen(a.at), pb = seen(b.at), pc = seen(c.at);
    const double wa = dot(p, cross(pb, pc)), wb = dot(p, cross(pc, pa)), wc = dot(p, cross(pa, pb));
    const double sum = wa + wb + wc;
    return {wa / sum, wb / sum, wc / sum};
  }

  void take(const PlaceOfCell& cell, const NearCells& near, const std::array<std::size_t, 3>& which,
            const std::array<double, 3>& weight, SourceCells& sources) const {
    sources = {};
    double sum = 0.0;
    for (const double w : weight) sum += std::max(0.0, w);
    for (std::size_t i = 0; i < 3; ++i) {
      if (!(weight[i] > 1e-9)) continue;
      const NearCell& there = near[which[i]];
      sources.cell.push_back(there.number);
      sources.weight.push_back(weight[i] / sum);
      sources.turn.push_back(turn_between(mesh_, there.place, cell));
    }
  }

  const Mesh& mesh_;
  double max_distance_, reach_;  // [m]
};

}  // namespace

std::vector<SourceCells> find_source_cells(const Communicator& communicator, const Mesh& mesh,
                                           const std::vector<PlaceOfCell>& mine,
                                           const std::vector<PlaceOfCell>& block, double max_distance) {
  double largest = 0.0;
  for (const PlaceOfCell& cell : block) largest = std::max(largest, std::sqrt(cell.area));
  const Search search(mesh, max_distance, communicator.max(largest));
  std::vector<NearCells> near(mine.size());
  std::vector<CellsWithin> within;
  for (std::size_t i = 0; i < mine.size(); ++i) within.emplace_back(mesh, int(i));
  std::int64_t first = 0;
  for (int rank = 0; rank < communicator.size(); ++rank) {
    std::vector<PlaceOfCell> visitors;
    if (rank == communicator.rank()) visitors = block;
    communicator.broadcast(visitors, rank);
    search.add(mine, visitors, first, near, within);
    first += std::int64_t(visitors.size());
  }
  std::vector<SourceCells> sources;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    sources.push_back(within[i].mean(mine[i]));
    if (sources.back().is_calm()) sources.back() = search.choose(mine[i], near[i]);
  }
  return sources;
}

}  // namespace groundswell
