// SPDX-License-Identifier: Apache-2.0
// Regular hexagons in the plane: a triangular lattice with a rim that is removed from sides that are not
// periodic.
#include <cmath>

#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell {
namespace {

// The lattice with two extra rows or columns outside each side that is not periodic; the second closes the
// rings around the first.
struct Lattice {
  const PlanarHexSettings& s;
  int rim_x, rim_y, nx, ny;

  explicit Lattice(const PlanarHexSettings& settings)
      : s(settings),
        rim_x(s.periodic_x ? 0 : 2),
        rim_y(s.periodic_y ? 0 : 2),
        nx(s.nx + 2 * rim_x),
        ny(s.ny + 2 * rim_y) {}

  bool has(int i, int j) const {
    return (s.periodic_x || (i >= -rim_x && i < s.nx + rim_x)) &&
           (s.periodic_y || (j >= -rim_y && j < s.ny + rim_y));
  }
  int point(int i, int j) const {
    if (s.periodic_x) i = (i + s.nx) % s.nx;
    if (s.periodic_y) j = (j + s.ny) % s.ny;
    return (j + rim_y) * nx + i + rim_x;
  }
  Vec3 position(int i, int j) const {
    return {(i + (j % 2 != 0 ? 0.5 : 0.0)) * s.spacing, j * s.spacing * std::sqrt(0.75), 0.0};
  }
};

void add_triangles(const Lattice& lattice, int i, int j, std::vector<Triangle>& triangles) {
  const int odd = j % 2 != 0 ? 1 : 0;
  const int up_left = i - 1 + odd, up_right = i + odd;
  if (!lattice.has(i, j + 1)) return;
  if (lattice.has(up_left, j + 1) && lattice.has(up_right, j + 1))
    triangles.push_back({lattice.point(i, j), lattice.point(up_right, j + 1), lattice.point(up_left, j + 1)});
  if (lattice.has(i + 1, j) && lattice.has(up_right, j + 1))
    triangles.push_back({lattice.point(i, j), lattice.point(i + 1, j), lattice.point(up_right, j + 1)});
}

// Removes the cells outside one side; the edges towards them become `kind`.
Mesh cut_side(const Mesh& mesh, EdgeKind kind, bool (*is_outside)(double, double, const PlanarHexSettings&),
              const PlanarHexSettings& s) {
  std::vector<std::uint8_t> keep(mesh.n_cell);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    keep[cell] =
        !is_outside(mesh.x_cell[cell] / s.spacing, mesh.y_cell[cell] / (s.spacing * std::sqrt(0.75)), s);
  return select_cells(mesh, keep, kind);
}

}  // namespace

Mesh make_planar_hex_mesh(const PlanarHexSettings& s) {
  require(s.spacing > 0.0, "a hexagonal mesh with a spacing of ", s.spacing, " m is not possible");
  require(s.nx >= (s.periodic_x ? 3 : 1) && s.ny >= (s.periodic_y ? 4 : 1), "a hexagonal mesh of ", s.nx,
          " x ", s.ny, " cells is too small; a periodic direction needs at least 3 columns or 4 rows");
  require(!s.periodic_y || s.ny % 2 == 0,
          "a hexagonal mesh that is periodic in y needs an even number of rows, not ", s.ny);
  const Lattice lattice(s);
  Triangulation t;
  for (int j = -lattice.rim_y; j < s.ny + lattice.rim_y; ++j)
    for (int i = -lattice.rim_x; i < s.nx + lattice.rim_x; ++i) {
      t.points.push_back(lattice.position(i, j));
      add_triangles(lattice, i, j, t.triangles);
    }
  Mesh mesh = build_planar_voronoi_mesh(t, s.periodic_x ? s.nx * s.spacing : 0.0,
                                        s.periodic_y ? s.ny * s.spacing * std::sqrt(0.75) : 0.0);
  using Settings = PlanarHexSettings;
  if (!s.periodic_y) {
    mesh = cut_side(
        mesh, s.south, [](double, double row, const Settings&) { return row < -0.5; }, s);
    mesh = cut_side(
        mesh, s.north, [](double, double row, const Settings& p) { return row > p.ny - 0.5; }, s);
  }
  if (!s.periodic_x) {
    mesh = cut_side(
        mesh, s.west, [](double x, double, const Settings&) { return x < -0.25; }, s);
    mesh = cut_side(
        mesh, s.east, [](double x, double, const Settings& p) { return x > p.nx - 0.25; }, s);
  }
  for (int cell = 0; cell < mesh.n_cell; ++cell) mesh.cell_id[cell] = cell + 1;
  return mesh;
}

}  // namespace groundswell
