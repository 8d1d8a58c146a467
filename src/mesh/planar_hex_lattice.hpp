// SPDX-License-Identifier: Apache-2.0
// The triangular lattice of a planar mesh of hexagons, with a rim that is removed from sides that are not
// periodic. Private to mesh/.
#pragma once

#include <array>
#include <cmath>

#include "mesh/analytic_meshes.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

struct LatticePlace {
  int i, j;  // column and row; (0, 0) is the first cell of the mesh
};

// The lattice has two extra rows or columns outside each side that is not periodic; the outer one closes the
// rings of triangles around the points of the inner one. Points are numbered row by row. The settings must
// outlive the lattice.
struct HexLattice {
  const PlanarHexSettings& s;
  int rim_x, rim_y, nx, ny;

  explicit HexLattice(const PlanarHexSettings& settings)
      : s(settings),
        rim_x(s.periodic_x ? 0 : 2),
        rim_y(s.periodic_y ? 0 : 2),
        nx(s.nx + 2 * rim_x),
        ny(s.ny + 2 * rim_y) {}

  int n_point() const { return nx * ny; }
  double period_x() const { return s.periodic_x ? s.nx * s.spacing : 0.0; }
  double period_y() const { return s.periodic_y ? s.ny * s.spacing * std::sqrt(0.75) : 0.0; }
  // The place of a point; n_point() is allowed and gives the place at which another row would begin.
  LatticePlace place(int point) const { return {point % nx - rim_x, point / nx - rim_y}; }
  bool has(LatticePlace p) const {
    return (s.periodic_x || (p.i >= -rim_x && p.i < s.nx + rim_x)) &&
           (s.periodic_y || (p.j >= -rim_y && p.j < s.ny + rim_y));
  }
  int point(LatticePlace p) const {
    if (s.periodic_x) p.i = (p.i + s.nx) % s.nx;
    if (s.periodic_y) p.j = (p.j + s.ny) % s.ny;
    return (p.j + rim_y) * nx + p.i + rim_x;
  }
  Vec3 position(LatticePlace p) const {
    return {(p.i + (p.j % 2 != 0 ? 0.5 : 0.0)) * s.spacing, p.j * s.spacing * std::sqrt(0.75), 0.0};
  }
  // The cell of a point; -1 in the rim.
  int cell(int point) const {
    const auto [i, j] = place(point);
    return i >= 0 && i < s.nx && j >= 0 && j < s.ny ? j * s.nx + i : -1;
  }
  // The six neighbours, counter-clockwise from the east; some may lie outside the lattice.
  std::array<LatticePlace, 6> around(LatticePlace p) const {
    const auto [i, j] = p;
    const int left = i - (j % 2 != 0 ? 0 : 1);
    return {{{i + 1, j}, {left + 1, j + 1}, {left, j + 1}, {i - 1, j}, {left, j - 1}, {left + 1, j - 1}}};
  }
  // Calls visit(triangle) for the triangles above a point and to its upper right, if the lattice has them.
  template <class Visit>
  void for_triangles(LatticePlace p, Visit&& visit) const {
    const auto [east, up_right, up_left, west, down_left, down_right] = around(p);
    if (!has(up_right)) return;
    if (has(up_left)) visit(Triangle{point(p), point(up_right), point(up_left)});
    if (has(east)) visit(Triangle{point(p), point(east), point(up_right)});
  }
};

// Throws Error for settings from which no mesh can be made.
void check_hexagons(const PlanarHexSettings& settings);

// Removes the rim from a mesh of the lattice or of a part of it.
Mesh cut_rim(Mesh mesh, const PlanarHexSettings& settings);

}  // namespace groundswell
