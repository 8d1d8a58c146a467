// SPDX-License-Identifier: Apache-2.0
#include "coupling/regridding_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "coupling/bilinear_search.hpp"
#include "coupling/nearest_search.hpp"
#include "coupling/triangle_search.hpp"

namespace groundswell {
namespace {

// The least part of the weight that source points in use must have.
constexpr double least_part = 0.5;

// A row whose weights add up to 1, without the points that are not in use.
MatrixRow keep_used(MatrixRow row, const WholeGrid& source) {
  std::erase_if(row, [&](const MatrixEntry& entry) { return !source.is_used(entry.column); });
  double sum = 0.0;
  for (const MatrixEntry& entry : row) sum += entry.weight;
  if (sum < least_part - least_weight) return {};
  normalize_weights(row);
  return row;
}

// The local points of the target in use, by ascending global index.
std::vector<std::size_t> points_in_order(const CouplingGrid& target) {
  std::vector<std::size_t> points(target.n_point());
  std::iota(points.begin(), points.end(), std::size_t(0));
  std::erase_if(points, [&](std::size_t point) { return !target.is_used(point); });
  std::ranges::sort(points, {}, [&](std::size_t point) { return target.cells[point]; });
  return points;
}

RowMaker same_points(const WholeGrid& source, const CouplingGrid& target) {
  require(target.n_global == std::int64_t(source.n_point()),
          "regridding of kind none needs one grid for both, "
          "but '",
          source.name, "' has ", source.n_point(), " points and '", target.name, "' has ", target.n_global,
          "; choose another kind of regridding");
  const double limit = source.same_distance();
  for (const std::size_t i : points_in_order(target)) {
    const std::int64_t cell = target.cells[i];
    const Vec3 way = source.place(cell) - grid_place(target.on_sphere, target.lon[i], target.lat[i]);
    require(norm(way) <= limit, "regridding of kind none needs one grid for both, but point ", cell, " of '",
            source.name, "' lies at ",
            describe_place(source.on_sphere, source.lon[std::size_t(cell)], source.lat[std::size_t(cell)]),
            ", and point ", cell, " of '", target.name, "' at ",
            describe_place(target.on_sphere, target.lon[i], target.lat[i]),
            " (indices from 0); choose another kind of regridding");
  }
  return [&source, &target](std::size_t i) { return keep_used({{target.cells[i], 1.0}}, source); };
}

RowMaker nearest_points(const WholeGrid& source, const CouplingGrid& target) {
  const auto search = std::make_shared<NearestSearch>(source);
  return [search, &target](std::size_t i) {
    return MatrixRow{{search->find(grid_place(target.on_sphere, target.lon[i], target.lat[i])), 1.0}};
  };
}

RowMaker triangle_rows(const WholeGrid& source, const CouplingGrid& target) {
  const auto search = std::make_shared<TriangleSearch>(source);
  return [search, &source, &target](std::size_t i) {
    return keep_used(search->find(grid_place(target.on_sphere, target.lon[i], target.lat[i])), source);
  };
}

RowMaker bilinear_rows(const WholeGrid& source, const CouplingGrid& target) {
  const auto search = std::make_shared<BilinearSearch>(source);
  return [search, &source, &target](std::size_t i) {
    return keep_used(search->find(target.lon[i], target.lat[i]), source);
  };
}

void check_weight(const GridWeight& weight, const WholeGrid& source, const CouplingGrid& target) {
  require(weight.target >= 0 && weight.target < target.n_global, "the matrix from '", source.name, "' to '",
          target.name, "' gives a value to point ", weight.target, " of '", target.name,
          "'; its points have the indices 0 to ", target.n_global - 1);
  require(weight.source >= 0 && weight.source < std::int64_t(source.n_point()), "the matrix from '",
          source.name, "' to '", target.name, "' uses point ", weight.source, " of '", source.name,
          "'; its points have the indices 0 to ", source.n_point() - 1);
  require(std::isfinite(weight.weight), "the matrix from '", source.name, "' to '", target.name,
          "' has the weight ", weight.weight, " from point ", weight.source, " to point ", weight.target,
          ", which is not a number");
}

RowMaker matrix_rows(const WholeGrid& source, const CouplingGrid& target, const GridWeights& weights) {
  const auto check_size = [&](std::int64_t stated, std::int64_t n, const std::string& name) {
    require(stated == 0 || stated == n, "the matrix from '", source.name, "' to '", target.name, "' is for ",
            stated, " points of '", name, "', which has ", n, "; make it from the grids of this job");
  };
  check_size(weights.n_source, std::int64_t(source.n_point()), source.name);
  check_size(weights.n_target, target.n_global, target.name);
  const std::vector<std::size_t> used = points_in_order(target);
  std::unordered_map<std::int64_t, std::size_t> place;
  for (const std::size_t i : used) place[target.cells[i]] = i;
  std::vector<MatrixRow> rows(target.n_point());
  for (const GridWeight& weight : weights.weights) {
    check_weight(weight, source, target);
    const auto found = place.find(weight.target);
    if (found == place.end() || weight.weight == 0.0) continue;
    require(source.is_used(weight.source), "the matrix from '", source.name, "' to '", target.name,
            "' uses point ", weight.source, " of '", source.name, "' for point ", weight.target, " of '",
            target.name,
            "' (indices from 0), but its mask says that it is not in use; make the matrix with this mask");
    rows[found->second].push_back({weight.source, weight.weight});
  }
  return [rows = std::move(rows)](std::size_t i) { return rows[i]; };
}

}  // namespace

RowMaker make_row_maker(Regridding kind, const WholeGrid& source, const CouplingGrid& target,
                        const GridWeights& weights) {
  switch (kind) {
    case Regridding::none:
      return same_points(source, target);
    case Regridding::nearest:
      return nearest_points(source, target);
    case Regridding::three_points:
      return triangle_rows(source, target);
    case Regridding::bilinear:
      return bilinear_rows(source, target);
    case Regridding::matrix:
      return matrix_rows(source, target, weights);
  }
  ensure(false, "no such kind of regridding");
  return {};
}

}  // namespace groundswell
