// SPDX-License-Identifier: Apache-2.0
// The whole grid of a source, as each process of the target that computes weights holds it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "coupling/coupling_grid.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

struct WholeGrid {
  std::string name;
  bool on_sphere = true;
  std::vector<double> lon, lat;    // [n_point] [rad]; in the plane x and y [m]
  std::vector<std::uint8_t> mask;  // [n_point] 1: in use
  GridAxes axes;                   // or empty
  // Each once, with ascending corners, in lexicographic order.
  std::vector<GridTriangle> triangles;

  std::size_t n_point() const { return lon.size(); }
  bool is_used(std::int64_t point) const { return mask[std::size_t(point)] != 0; }
  Vec3 place(std::int64_t point) const {
    return grid_place(on_sphere, lon[std::size_t(point)], lat[std::size_t(point)]);
  }
  // The distance [rad, or m in the plane] below which two positions are the same place.
  double same_distance() const;
  // "longitudes -10 to 20.5, latitudes 30 to 60 degrees", of the points in use.
  std::string extent() const;
};

// Joins the parts that the processes of a component state; the result has the same bits for any division into
// parts, in any order. Throws Error if there is no part, a part is invalid (check_grid), parts contradict
// each other, or a point is stated twice or not at all.
WholeGrid join_grid(std::span<const CouplingGrid> parts);

}  // namespace groundswell
