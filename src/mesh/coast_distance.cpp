// SPDX-License-Identifier: Apache-2.0
#include "mesh/coast_distance.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

bool is_sea(float height) {
  return height < 0.0f;
}

// Finds the coast point nearest to each point of a grid by passing coast points on from neighbour to
// neighbour.
class NearestCoast {
 public:
  explicit NearestCoast(const RegularGrid& height)
      : height_(height), n_lon_(height.n_lon), n_lat_(height.n_lat), nearest_(height.values.size(), -1) {
    for (int row = 0; row < n_lat_; ++row)
      for (int column = 0; column < n_lon_; ++column) {
        points_.push_back(height.point(column, row));
        if (is_coast(column, row)) nearest_[index(column, row)] = index(column, row);
      }
    // Two rounds: some coast points beyond the seam of a full circle are found only in the second.
    for (int round = 0; round < 2; ++round) {
      for (int row = 0; row < n_lat_; ++row) sweep_row(row, row - 1);
      for (int row = n_lat_ - 1; row >= 0; --row) sweep_row(row, row + 1);
    }
  }

  double distance(int i) const { return nearest_[i] < 0 ? pi : arc_length(points_[i], points_[nearest_[i]]); }

 private:
  int index(int column, int row) const { return row * n_lon_ + column; }
  // The column wrapped around the circle, or -1 beyond the sides of the grid.
  int wrapped(int column) const {
    if (height_.full_circle) return (column + n_lon_) % n_lon_;
    return column < n_lon_ ? column : -1;
  }
  bool is_coast(int column, int row) const {
    const bool sea = is_sea(height_.at(column, row));
    const int east = wrapped(column + 1), west = wrapped(column - 1);
    return (east >= 0 && is_sea(height_.at(east, row)) != sea) ||
           (west >= 0 && is_sea(height_.at(west, row)) != sea) ||
           (row > 0 && is_sea(height_.at(column, row - 1)) != sea) ||
           (row + 1 < n_lat_ && is_sea(height_.at(column, row + 1)) != sea);
  }
  void learn(int i, int column, int row) {
    column = wrapped(column);
    if (column < 0) return;
    const int coast = nearest_[index(column, row)];
    if (coast < 0 || coast == nearest_[i]) return;
    if (nearest_[i] < 0 || chord(i, coast) < chord(i, nearest_[i])) nearest_[i] = coast;
  }
  double chord(int i, int coast) const {
    const Vec3 d = points_[i] - points_[coast];
    return dot(d, d);
  }
  void sweep_row(int row, int before) {
    for (int column = 0; column < n_lon_; ++column) {
      const int i = index(column, row);
      if (before >= 0 && before < n_lat_)
        for (int step : {-1, 0, 1}) learn(i, column + step, before);
      learn(i, column - 1, row);
    }
    for (int column = n_lon_ - 1; column >= 0; --column) learn(index(column, row), column + 1, row);
  }

  const RegularGrid& height_;
  int n_lon_, n_lat_;
  std::vector<Vec3> points_;
  std::vector<int> nearest_;
};

// The part of a grid that covers a box, with two extra rows and columns on each side. There are no extra rows
// beyond the grid's first and last ones, of which a box beyond them gets two; columns outside the grid are
// land. The whole grid if the box spans nearly the full circle.
RegularGrid crop(const RegularGrid& grid, const LonLatBox& box) {
  if (box.east - box.west > 2.0 * pi - 10.0 * grid.lon_step) return grid;
  RegularGrid part = grid;
  const int first = static_cast<int>(std::floor((box.west - grid.first_lon) / grid.lon_step)) - 2;
  part.n_lon = static_cast<int>(std::ceil((box.east - box.west) / grid.lon_step)) + 5;
  part.first_lon = grid.first_lon + first * grid.lon_step;
  part.full_circle = false;
  const int low = std::clamp(static_cast<int>(std::floor((box.south - grid.first_lat) / grid.lat_step)) - 2,
                             0, grid.n_lat - 2);
  const int high = std::clamp(static_cast<int>(std::ceil((box.north - grid.first_lat) / grid.lat_step)) + 2,
                              low + 1, grid.n_lat - 1);
  part.first_lat = grid.first_lat + low * grid.lat_step;
  part.n_lat = high - low + 1;
  part.values.clear();
  for (int row = low; row <= high; ++row)
    for (int k = 0; k < part.n_lon; ++k) {
      const int column = grid.column_of(part.first_lon + k * grid.lon_step);
      part.values.push_back(column < 0 ? 1.0f : grid.at(column, row));
    }
  return part;
}

}  // namespace

CoastDistance::CoastDistance(const RegularGrid& height, const LonLatBox& box, double radius)
    : box_(box), distance_(crop(height, box)) {
  box.check();
  const NearestCoast nearest(distance_);
  std::vector<float> distance;
  for (std::size_t i = 0; i < distance_.values.size(); ++i)
    distance.push_back(static_cast<float>(radius * nearest.distance(static_cast<int>(i))));
  distance_.values.swap(distance);
}

double CoastDistance::operator()(const Vec3& p) const {
  const RegularGrid& g = distance_;
  const Vec3 q = box_.contains(p) ? p : box_.clamp(p);
  const double circle = 2.0 * pi / g.lon_step;
  double x = (longitude(q) - g.first_lon) / g.lon_step;
  x -= circle * std::floor(x / circle);
  const double y = std::clamp((latitude(q) - g.first_lat) / g.lat_step, 0.0, g.n_lat - 1.0);
  const int column = std::min(static_cast<int>(x), g.n_lon - 1),
            row = std::min(static_cast<int>(y), g.n_lat - 2);
  const int next = column + 1 < g.n_lon ? column + 1 : g.full_circle ? 0 : column;
  const double a = x - column, b = y - row;
  return (1.0 - b) * ((1.0 - a) * g.at(column, row) + a * g.at(next, row)) +
         b * ((1.0 - a) * g.at(column, row + 1) + a * g.at(next, row + 1));
}

SpacingFunction make_coast_spacing(std::shared_ptr<const CoastDistance> distance, const CoastSpacing& s) {
  require(s.at_coast > 0.0 && s.offshore >= s.at_coast, "a spacing of ", s.at_coast, " m at the coast and ",
          s.offshore, " m offshore is not possible; both must be positive and the second no smaller");
  require(s.transition > 0.0, "a transition over ", s.transition, " m is not positive");
  return [distance, s](const Vec3& p) {
    return s.at_coast + (s.offshore - s.at_coast) * std::min(1.0, (*distance)(p) / s.transition);
  };
}

}  // namespace groundswell
