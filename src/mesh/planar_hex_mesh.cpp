// SPDX-License-Identifier: Apache-2.0
// Makes a whole planar mesh of regular hexagons from the triangles of the lattice.
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/planar_hex_lattice.hpp"

namespace groundswell {
namespace {

// Removes the cells beyond one side; the edges towards them become `kind`.
Mesh cut_side(Mesh mesh, EdgeKind kind, bool (*is_outside)(double, double, const PlanarHexSettings&),
              const PlanarHexSettings& s) {
  std::vector<std::uint8_t> keep(mesh.n_cell);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    keep[cell] =
        !is_outside(mesh.x_cell[cell] / s.spacing, mesh.y_cell[cell] / (s.spacing * std::sqrt(0.75)), s);
  return select_cells(std::move(mesh), keep, kind);
}

}  // namespace

void check_hexagons(const PlanarHexSettings& s) {
  require(s.spacing > 0.0, "a hexagonal mesh with a spacing of ", s.spacing, " m is not possible");
  require(s.nx >= (s.periodic_x ? 3 : 1) && s.ny >= (s.periodic_y ? 4 : 1), "a hexagonal mesh of ", s.nx,
          " x ", s.ny, " cells is too small; a periodic direction needs at least 3 columns or 4 rows");
  require(!s.periodic_y || s.ny % 2 == 0,
          "a hexagonal mesh that is periodic in y needs an even number of rows, not ", s.ny);
  require(double(s.nx) * s.ny <= largest_cell_count, "a hexagonal mesh of ", s.nx, " x ", s.ny,
          " cells is too large; ", largest_cell_count / 1e6, " million are possible");
}

Mesh cut_rim(Mesh mesh, const PlanarHexSettings& s) {
  using Settings = PlanarHexSettings;
  if (!s.periodic_y) {
    mesh = cut_side(
        std::move(mesh), s.south, [](double, double row, const Settings&) { return row < -0.5; }, s);
    mesh = cut_side(
        std::move(mesh), s.north, [](double, double row, const Settings& p) { return row > p.ny - 0.5; }, s);
  }
  if (!s.periodic_x) {
    mesh = cut_side(
        std::move(mesh), s.west, [](double x, double, const Settings&) { return x < -0.25; }, s);
    mesh = cut_side(
        std::move(mesh), s.east, [](double x, double, const Settings& p) { return x > p.nx - 0.25; }, s);
  }
  return mesh;
}

Mesh make_planar_hex_mesh(const PlanarHexSettings& settings) {
  check_hexagons(settings);
  const HexLattice lattice(settings);
  Triangulation t;
  for (int point = 0; point < lattice.n_point(); ++point) {
    t.points.push_back(lattice.position(lattice.place(point)));
    lattice.for_triangles(lattice.place(point),
                          [&](const Triangle& triangle) { t.triangles.push_back(triangle); });
  }
  Mesh mesh = cut_rim(build_planar_voronoi_mesh(t, lattice.period_x(), lattice.period_y()), settings);
  for (int cell = 0; cell < mesh.n_cell; ++cell) mesh.cell_id[cell] = cell + 1;
  return mesh;
}

}  // namespace groundswell
