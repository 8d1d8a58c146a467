// SPDX-License-Identifier: Apache-2.0
#include "boundary/place_stencils.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

class StencilMaker {
 public:
  StencilMaker(const PointSeries& points, const TargetPlaces& targets, const WaveFileSettings& settings,
               const std::function<bool(std::size_t)>& has_values)
      : points_(points), targets_(targets), settings_(settings), has_values_(has_values) {}

  PlaceStencil make(std::size_t edge) {
    PlaceStencil stencil = points_.grid() && targets_.on_sphere ? corners(edge) : PlaceStencil();
    if (stencil.empty()) stencil = nearest(edge);
    for (StencilPlace& at : stencil) at.turn = turn_of(at.place, edge);
    return stencil;
  }

 private:
  // Position [m]: a point in space on the sphere, (x, y, 0) in the plane.
  Vec3 position(double x, double y) const {
    return targets_.on_sphere ? point_at(x * degree, y * degree) * targets_.sphere_radius : Vec3{x, y, 0.0};
  }

  void find_positions() {
    if (!positions_.empty()) return;
    for (std::size_t i = 0; i < points_.n_place(); ++i)
      positions_.push_back(position(points_.x()[i], points_.y()[i]));
  }

  PlaceStencil corners(std::size_t edge) const {
    PlaceStencil out;
    const Stencil around = points_.grid()->stencil(targets_.x[edge], targets_.y[edge]);
    double sum = 0.0;
    for (const StencilPoint& point : around.points) {
      const std::size_t place = point.row * points_.grid()->n_lon() + point.column;
      if (!around.inside || point.weight <= 1e-6 || !has_values_(place)) continue;
      out.push_back({place, point.weight, 0.0});
      sum += point.weight;
    }
    for (StencilPlace& at : out) at.weight /= sum;
    return out;
  }

  // The relative position of the edge along the line from one place to another: 0 at `first`, 1 at `second`.
  double share_of_second(const Vec3& edge, const Vec3& first, const Vec3& second) const {
    const Vec3 line = second - first;
    return dot(edge - first, line) / std::max(dot(line, line), 1e-12);
  }

  // The nearest place with values within the maximum distance, or `none`. If `beside` is given, only places
  // on the opposite side of the edge from it are considered.
  std::size_t find_nearest(const Vec3& edge, const Vec3* beside) const {
    std::size_t best = none;
    double best_square = settings_.max_distance * settings_.max_distance;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      const Vec3 there = positions_[i] - edge;
      const double square = dot(there, there);
      if (square > best_square || (square == best_square && best != none)) continue;
      if (beside && share_of_second(edge, *beside, positions_[i]) <= 1e-3) continue;
      if (!has_values_(i)) continue;
      best = i;
      best_square = square;
    }
    return best;
  }

  PlaceStencil nearest(std::size_t edge) {
    find_positions();
    const Vec3 here = targets_.on_sphere
                          ? point_at(targets_.x[edge], targets_.y[edge]) * targets_.sphere_radius
                          : Vec3{targets_.x[edge], targets_.y[edge], 0.0};
    const std::size_t first = find_nearest(here, nullptr);
    if (first == none && settings_.zero_where_no_place) return {};
    require(first != none, "no place with values in ", points_.name(), " lies within ",
            settings_.max_distance / 1000.0, " km of the ", targets_.name(edge),
            describe_distance(edge, here),
            "; give files that cover the boundary, raise boundary.max_distance, or set "
            "boundary.zero_where_no_place so that nothing enters there");
    const std::size_t second = find_nearest(here, &positions_[first]);
    if (second == none) return {{first, 1.0, 0.0}};
    const double share = std::min(share_of_second(here, positions_[first], positions_[second]), 1.0);
    return {{first, 1.0 - share, 0.0}, {second, share, 0.0}};
  }

  std::string describe_distance(std::size_t edge, const Vec3& here) const {
    if (points_.grid() && targets_.on_sphere &&
        points_.grid()->stencil(targets_.x[edge], targets_.y[edge]).inside)
      return " (it lies inside the grid, but the corners around it are land or have no values at the first, "
             "middle and last date of the run)";
    double distance = std::numeric_limits<double>::infinity();
    for (const Vec3& position : positions_) distance = std::min(distance, norm(position - here));
    return text(" (the nearest place is ", std::round(distance / 100.0) / 10.0, " km away",
                distance > settings_.max_distance
                    ? ")"
                    : ", but is land or has no values at the first, middle and last date of the run)");
  }

  double turn_of(std::size_t place, std::size_t edge) const {
    if (!targets_.on_sphere) return 0.0;
    const double east = std::remainder(points_.x()[place] * degree - targets_.x[edge], 2.0 * pi);
    return east * std::sin(0.5 * (targets_.y[edge] + points_.y()[place] * degree));
  }

  static constexpr std::size_t none = std::size_t(-1);
  const PointSeries& points_;
  const TargetPlaces& targets_;
  const WaveFileSettings& settings_;
  const std::function<bool(std::size_t)>& has_values_;
  std::vector<Vec3> positions_;
};

}  // namespace

std::vector<PlaceStencil> make_place_stencils(const PointSeries& points, const TargetPlaces& targets,
                                              const WaveFileSettings& settings,
                                              const std::function<bool(std::size_t)>& has_values) {
  for (std::size_t i = 0; targets.on_sphere && i < points.n_place(); ++i)
    require(std::abs(points.y()[i]) <= 90.0 + 1e-5, "place ", i + 1, " of ", points.name(),
            " lies at latitude ", points.y()[i],
            ", which is not between -90 and 90 degrees; correct the file");
  StencilMaker maker(points, targets, settings, has_values);
  std::vector<PlaceStencil> stencils;
  for (std::size_t edge = 0; edge < targets.size(); ++edge) stencils.push_back(maker.make(edge));
  return stencils;
}

}  // namespace groundswell
