// SPDX-License-Identifier: Apache-2.0
// The grid of a component as it states it: the points that a process holds, and what interpolation from the
// grid needs. A field has one value at each point.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh.hpp"
#include "mesh/mesh_blocks.hpp"
#include "mesh/mesh_part.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

// The axes of a whole grid of longitudes and latitudes: its point (row, column) has the global index row *
// lon.size() + column. Longitudes [rad] ascend eastward in any convention (a step may lead from 360 to 0
// degrees, and the last column may repeat the first one, 360 degrees farther east); latitudes [rad] ascend or
// descend. In the plane they are x (ascending) and y [m].
struct GridAxes {
  std::vector<double> lon, lat;

  bool empty() const { return lon.empty() && lat.empty(); }
  std::int64_t size() const { return std::int64_t(lon.size()) * std::int64_t(lat.size()); }
  bool operator==(const GridAxes& other) const = default;
};

// Global indices of three points, in either direction around the triangle.
using GridTriangle = std::array<std::int64_t, 3>;

// What one process states. Interpolation from the grid needs the axes (kind bilinear), or triangles or the
// corners of its cells (kind three_points).
struct CouplingGrid {
  std::string name;       // of the component, for messages
  bool on_sphere = true;  // if false, a plane without periodic images
  std::int64_t n_global = 0;
  std::vector<std::int64_t> cells;      // [n] global indices of the local points, from 0, in any order
  std::vector<double> lon, lat;         // [n] [rad]; in the plane x and y [m]
  std::vector<std::uint8_t> mask = {};  // [n] 1: in use (sea), 0: not; empty: all are in use
  GridAxes axes = {};                   // of the whole grid, the same on all processes, or empty
  // Those that this process knows. Each triangle is known to one process at least, and may be known to more.
  std::vector<GridTriangle> triangles = {};
  // Of a grid of cells, [n][n_corner] numbers of their corners, which neighbours have in common, in any
  // order; -1 where a cell has fewer. The cells around a corner form triangles.
  std::vector<std::int64_t> corners = {};
  int n_corner = 0;  // the same on all processes

  std::size_t n_point() const { return cells.size(); }
  bool is_used(std::size_t point) const { return mask.empty() || mask[point] != 0; }
};

// Positions closer than this are the same place: [rad] on the sphere, a share of the grid's extent in the
// plane. It is far below the spacing of any grid and above the rounding of positions stored as float.
inline constexpr double same_place = 1e-6;

// The position of a point: on the unit sphere or in the plane [m].
inline Vec3 grid_place(bool on_sphere, double lon, double lat) {
  return on_sphere ? point_at(lon, lat) : Vec3{lon, lat, 0.0};
}
// "longitude 10.5, latitude -3 degrees" or "x 1200, y 0 m".
std::string describe_place(bool on_sphere, double lon, double lat);

// Throws Error, naming the grid and the first point concerned, if tables differ in size, an index is out of
// range, a position is not finite or looks like degrees, axes are not monotonic or do not fit the points, or
// the corners of a triangle are not three points of the grid.
void check_grid(const CouplingGrid& grid);

// Throws Error unless two parts state the same whole grid: its kind, number of points, axes, and number of
// corners.
void check_agreement(const CouplingGrid& first, const CouplingGrid& part);

// A grid without points or name, but with all of that as the first rank states it. Collective.
CouplingGrid take_statement(const Communicator& ranks, const CouplingGrid& grid);

// The sentence of check_grid() on a process of the component, or of check_agreement() between two of them:
// the same on all; empty if nothing is wrong. Collective.
std::string find_grid_mistake(const Communicator& ranks, const CouplingGrid& grid);

// All cells of a mesh, in its order, as the part of one process; the triangles join the cells around each
// vertex. Throws Error for a periodic plane.
CouplingGrid make_coupling_grid(const Mesh& mesh, const std::string& name);
// As above, of the cells that a part owns, or those of a block.
CouplingGrid make_coupling_grid(const MeshPart& part, const std::string& name);
CouplingGrid make_coupling_grid(const MeshBlocks& blocks, const std::string& name);

}  // namespace groundswell
