// SPDX-License-Identifier: Apache-2.0
// Gives values at a target's local points from those at the source's points that they need. Sums are taken in
// double, by ascending index of the source's points. A NaN of a needed point spreads to the target points
// that use it. The places of target points that are not in use keep what they hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "coupling/coupling_grid.hpp"
#include "coupling/regridding.hpp"
#include "coupling/whole_grid.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

class Regridder {
 public:
  // `made` is the result of make_regridding() for these two grids.
  Regridder(const RegriddingMatrix& made, const WholeGrid& source, const CouplingGrid& target);

  // Global indices of the source's points that are needed, ascending. Values are passed in this order.
  const std::vector<std::int64_t>& needed() const { return needed_; }
  std::size_t n_point() const { return origin_.size(); }

  // Spans of a source have needed().size() values, those of the target n_point(). Real is float or double.
  template <class Real>
  void regrid_scalar(std::span<const Real> values, std::span<Real> out) const;
  // A vector, by its parts along local east and north. On the sphere the source's vectors are turned into
  // space, added there, and projected on the target point's east and north; at a pole these follow the
  // longitude that its grid states. A point that takes the value of one source point at exactly the same
  // longitude and latitude gets the same bits.
  template <class Real>
  void regrid_vector(std::span<const Real> east, std::span<const Real> north, std::span<Real> out_east,
                     std::span<Real> out_north) const;
  // An angle of travel [rad], counter-clockwise from local east: the direction of the sum of unit vectors, in
  // -pi to pi; a copy of the same bits as for vectors.
  template <class Real>
  void regrid_direction(std::span<const Real> angles, std::span<Real> out) const;

 private:
  struct Entry {
    std::size_t place = 0;  // index in needed_
    double weight = 0.0;
  };
  // Local east and north in space.
  struct Axes {
    Vec3 east{1.0, 0.0, 0.0}, north{0.0, 1.0, 0.0};
  };
  static Axes axes_at(bool on_sphere, double lon, double lat);
  std::span<const Entry> row(std::size_t point) const {
    return {entries_.data() + row_start_[point], row_start_[point + 1] - row_start_[point]};
  }
  bool has_rows_value(std::size_t point) const {
    return origin_[point] == ValueOrigin::source || origin_[point] == ValueOrigin::nearest;
  }
  // The parts along a target point's east and north of the sum of vectors in space [needed().size()].
  std::array<double, 2> add_up(std::size_t point, const std::vector<Vec3>& vectors) const;

  std::vector<std::int64_t> needed_;
  std::vector<ValueOrigin> origin_;     // [n_point]
  std::vector<std::size_t> row_start_;  // [n_point + 1]
  std::vector<Entry> entries_;
  std::vector<Axes> source_axes_, target_axes_;  // [needed().size()], [n_point]
  std::vector<std::uint8_t> is_copy_;            // [n_point] whether a vector keeps its bits
  double fill_;
};

}  // namespace groundswell
