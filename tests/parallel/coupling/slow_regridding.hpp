// SPDX-License-Identifier: Apache-2.0
// Grids of components and a slow reference of the weights between them, which looks at all points, boxes or
// triangles of the source. Places in the plane are multiples of 1/8 and steps powers of 2, so that all
// weights are exact, and values have the same bits whatever the way to them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_settings.hpp"
#include "coupling/sparse_matrix.hpp"
#include "mesh/grid_weights.hpp"

namespace groundswell::test {

// --- Grids ---

// A grid of rows in the plane with axes and triangles; some have points that are not in use.
inline CouplingGrid make_plane_grid(std::mt19937& random, bool has_mask) {
  const auto below = [&](int limit) { return int(random() % unsigned(limit)); };
  CouplingGrid grid;
  grid.on_sphere = false;
  for (std::vector<double>* axis : {&grid.axes.lon, &grid.axes.lat}) {
    const double first = below(16) / 8.0, step = std::vector{0.5, 1.0, 2.0}[std::size_t(below(3))];
    for (int i = 2 + below(5); i > 0; --i) axis->push_back(first + step * double(axis->size()));
  }
  if (below(2) == 0) std::ranges::reverse(grid.axes.lat);
  const std::int64_t n_x = std::int64_t(grid.axes.lon.size());
  grid.n_global = grid.axes.size();
  for (std::int64_t i = 0; i < grid.n_global; ++i) {
    grid.cells.push_back(i);
    grid.lon.push_back(grid.axes.lon[std::size_t(i % n_x)]);
    grid.lat.push_back(grid.axes.lat[std::size_t(i / n_x)]);
    if (has_mask) grid.mask.push_back(i == 0 || below(4) > 0);
    if (i % n_x + 1 == n_x || i + n_x >= grid.n_global) continue;
    const bool rises = below(2) == 0;  // the diagonal
    grid.triangles.push_back({i, i + 1, rises ? i + n_x + 1 : i + n_x});
    grid.triangles.push_back({rises ? i : i + 1, i + n_x, i + n_x + 1});
  }
  return grid;
}

// The part that a process states, of those whose points belong to the processes `owners`.
inline CouplingGrid part_of(const CouplingGrid& whole, const std::vector<int>& owners, int rank,
                            bool is_reversed) {
  CouplingGrid part;
  part.on_sphere = whole.on_sphere;
  part.n_global = whole.n_global;
  part.axes = whole.axes;
  for (std::size_t i = 0; i < owners.size(); ++i)
    if (owners[i] == rank) part.cells.push_back(std::int64_t(i));
  if (is_reversed) std::ranges::reverse(part.cells);
  for (const std::int64_t cell : part.cells) {
    part.lon.push_back(whole.lon[std::size_t(cell)]);
    part.lat.push_back(whole.lat[std::size_t(cell)]);
    if (!whole.mask.empty()) part.mask.push_back(whole.mask[std::size_t(cell)]);
  }
  for (const GridTriangle& corners : whole.triangles)
    if (std::ranges::any_of(corners, [&](std::int64_t i) { return owners[std::size_t(i)] == rank; }))
      part.triangles.push_back(corners);
  return part;
}

// --- Weights ---

// Where the value of a target's point comes from.
struct SlowRow {
  bool is_used = true;               // else it gets 0
  bool is_copy = false;              // of a point at the same place
  std::vector<MatrixEntry> entries;  // by ascending point; none: the value in the settings
};

inline std::map<std::int64_t, double> nearest_weight(const CouplingGrid& source, double x, double y) {
  std::int64_t found = -1;
  double least = 0.0;
  for (std::size_t i = 0; i < source.n_point(); ++i) {
    const double distance = std::hypot(source.lon[i] - x, source.lat[i] - y);
    if (source.is_used(i) && (found < 0 || distance < least)) found = std::int64_t(i), least = distance;
  }
  return {{found, 1.0}};
}

inline std::map<std::int64_t, double> box_weights(const CouplingGrid& source, double x, double y) {
  const std::vector<double>&lon = source.axes.lon, &lat = source.axes.lat;
  for (std::size_t row = 0; row + 1 < lat.size(); ++row)
    for (std::size_t column = 0; column + 1 < lon.size(); ++column) {
      const double right = (x - lon[column]) / (lon[column + 1] - lon[column]),
                   next = (y - lat[row]) / (lat[row + 1] - lat[row]);
      if (right < 0.0 || right > 1.0 || next < 0.0 || next > 1.0) continue;
      const std::int64_t corner = std::int64_t(row * lon.size() + column), n = std::int64_t(lon.size());
      return {{corner, (1.0 - right) * (1.0 - next)},
              {corner + 1, right * (1.0 - next)},
              {corner + n, (1.0 - right) * next},
              {corner + n + 1, right * next}};
    }
  return {};
}

inline std::map<std::int64_t, double> triangle_weights(const CouplingGrid& source, double x, double y) {
  const auto area = [&](std::int64_t a, std::int64_t b, double to_x, double to_y) {
    const double x_a = source.lon[std::size_t(a)], y_a = source.lat[std::size_t(a)];
    return (source.lon[std::size_t(b)] - x_a) * (to_y - y_a) -
           (source.lat[std::size_t(b)] - y_a) * (to_x - x_a);
  };
  for (const auto& [a, b, c] : source.triangles) {
    const double whole = area(a, b, source.lon[std::size_t(c)], source.lat[std::size_t(c)]);
    const double at_a = area(b, c, x, y) / whole, at_b = area(c, a, x, y) / whole,
                 at_c = area(a, b, x, y) / whole;
    if (at_a >= 0.0 && at_b >= 0.0 && at_c >= 0.0) return {{a, at_a}, {b, at_b}, {c, at_c}};
  }
  return {};
}

// By the definitions in regridding.hpp; empty if the point has no source.
inline std::map<std::int64_t, double> slow_weights(const RegriddingSettings& how, const CouplingGrid& source,
                                                   const CouplingGrid& target, std::int64_t point,
                                                   const GridWeights& matrix) {
  const double x = target.lon[std::size_t(point)], y = target.lat[std::size_t(point)];
  std::map<std::int64_t, double> weights;
  if (how.kind == Regridding::nearest) return nearest_weight(source, x, y);
  if (how.kind == Regridding::none) weights = {{point, 1.0}};
  if (how.kind == Regridding::bilinear) weights = box_weights(source, x, y);
  if (how.kind == Regridding::three_points) weights = triangle_weights(source, x, y);
  if (how.kind == Regridding::matrix)
    for (const GridWeight& each : matrix.weights)
      if (each.target == point) weights[each.source] += each.weight;
  std::erase_if(weights, [](const auto& entry) { return entry.second == 0.0; });
  if (how.kind == Regridding::matrix) return weights;
  double sum = 0.0;
  for (const auto& [i, weight] : weights) sum += source.is_used(std::size_t(i)) ? weight : 0.0;
  std::erase_if(weights, [&](const auto& entry) { return !source.is_used(std::size_t(entry.first)); });
  if (sum < 0.5) return {};
  for (auto& [i, weight] : weights) weight /= sum;
  return weights;
}

struct SlowRows {
  std::vector<SlowRow> rows;  // of the target's points
  bool overlap = false;       // whether one of them surely lies in the source's grid
};

inline SlowRows slow_rows(const RegriddingSettings& how, const CouplingGrid& source,
                          const CouplingGrid& target, const GridWeights& matrix) {
  SlowRows made;
  const auto spans = [&](const std::vector<double>& places, double place) {  // of the points in use
    bool above = false, below = false;
    for (std::size_t i = 0; i < source.n_point(); ++i)
      if (source.is_used(i)) above |= places[i] >= place, below |= places[i] <= place;
    return above && below;
  };
  for (std::size_t i = 0; i < target.n_point(); ++i) {
    SlowRow& row = made.rows.emplace_back();
    row.is_used = target.is_used(i);
    if (!row.is_used) continue;
    auto weights = slow_weights(how, source, target, std::int64_t(i), matrix);
    made.overlap |= how.kind != Regridding::nearest
                        ? !weights.empty()
                        : spans(source.lon, target.lon[i]) && spans(source.lat, target.lat[i]);
    if (weights.empty() && how.no_source == NoSource::nearest)
      weights = nearest_weight(source, target.lon[i], target.lat[i]);
    for (const auto& [point, weight] : weights) row.entries.push_back({point, weight});
    row.is_copy = weights.size() == 1 && weights.begin()->second == 1.0 &&
                  source.lon[std::size_t(weights.begin()->first)] == target.lon[i] &&
                  source.lat[std::size_t(weights.begin()->first)] == target.lat[i];
  }
  return made;
}

// One to three source points in use for most of the target's points, some of them twice.
inline GridWeights make_random_matrix(std::mt19937& random, const CouplingGrid& source,
                                      const CouplingGrid& target) {
  GridWeights made{target.n_global, source.n_global, {}};
  for (std::int64_t i = 0; i < target.n_global; ++i)
    for (unsigned n = i == 0 ? 1 : random() % 4; n > 0; --n) {
      const std::int64_t from = std::int64_t(random()) % source.n_global;
      if (source.is_used(std::size_t(from))) made.weights.push_back({i, from, (1.0 + random() % 16) / 8.0});
    }
  made.weights.push_back({0, 0, 0.5});  // both first points are in use
  std::ranges::shuffle(made.weights, random);
  return made;
}

}  // namespace groundswell::test
