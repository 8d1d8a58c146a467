// SPDX-License-Identifier: Apache-2.0
#include "coupling/nearest_search.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::vector<std::int64_t> find_points_in_use(const WholeGrid& source) {
  std::vector<std::int64_t> points;
  for (std::int64_t i = 0; i < std::int64_t(source.n_point()); ++i)
    if (source.is_used(i)) points.push_back(i);
  ensure(!points.empty(), "a search on a grid without points in use");
  return points;
}

std::vector<Vec3> places_of(const WholeGrid& source, const std::vector<std::int64_t>& points) {
  std::vector<Vec3> places;
  for (const std::int64_t point : points) places.push_back(source.place(point));
  return places;
}

}  // namespace

NearestSearch::NearestSearch(const WholeGrid& source)
    : points_(find_points_in_use(source)),
      tree_(places_of(source, points_)),
      rounding_(1e-9 * source.same_distance()) {}

std::int64_t NearestSearch::find(const Vec3& place) const {
  double least = std::numeric_limits<double>::infinity();  // squared distance
  tree_.search(
      place, [&] { return least; },
      [&](std::size_t, const Vec3& way) { least = std::min(least, dot(way, way)); });
  // Rounding must not choose between points at the same distance, such as those of a row around a pole.
  const double limit = least * (1.0 + 1e-9) + rounding_ * rounding_;
  std::size_t found = points_.size();
  tree_.search(
      place, [&] { return limit; },
      [&](std::size_t i, const Vec3& way) {
        if (dot(way, way) <= limit) found = std::min(found, i);
      });
  return points_[found];
}

}  // namespace groundswell
