// SPDX-License-Identifier: Apache-2.0
#include "coupling/nearest_search.hpp"

#include <limits>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::vector<std::int64_t> find_points_in_use(const WholeGrid& source) {
  std::vector<std::int64_t> points;
  for (std::int64_t i = 0; i < std::int64_t(source.n_point()); ++i)
    if (source.is_used(i)) points.push_back(i);
  require(!points.empty(), "no point of the grid of '", source.name,
          "' is in use, so that it can give no values; its mask must be 1 at points with values");
  return points;
}

std::vector<Vec3> places_of(const WholeGrid& source, const std::vector<std::int64_t>& points) {
  std::vector<Vec3> places;
  for (const std::int64_t point : points) places.push_back(source.place(point));
  return places;
}

}  // namespace

NearestSearch::NearestSearch(const WholeGrid& source)
    : points_(find_points_in_use(source)), tree_(places_of(source, points_)) {}

std::int64_t NearestSearch::find(const Vec3& place) const {
  double nearest = std::numeric_limits<double>::infinity();
  std::size_t found = 0;
  tree_.search(
      place, [&] { return nearest; },
      [&](std::size_t i, const Vec3& way) {
        const double square = dot(way, way);
        if (square > nearest || (square == nearest && i > found)) return;
        nearest = square;
        found = i;
      });
  return points_[found];
}

}  // namespace groundswell
