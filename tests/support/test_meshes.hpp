// SPDX-License-Identifier: Apache-2.0
// Small meshes that cover all difficulties: the globe, the globe with land and an inland sea, a periodic
// plane, an open basin, and a few cells.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {

// Two separate seas with depths: an ocean around a continent, and a sea inside the continent.
inline Mesh make_globe_with_land(double radius = 6.371e6) {
  const Mesh globe = make_icosahedral_mesh(3, radius);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell), 1);
  for (int cell = 0; cell < globe.n_cell; ++cell) {
    const double distance = std::hypot(globe.lon_cell[cell] - 0.5, globe.lat_cell[cell]);
    if (distance < 0.8 && distance > 0.35) keep[cell] = 0;
  }
  Mesh sea = select_cells(globe, keep, EdgeKind::land);
  sea.depth_cell.clear();
  for (int cell = 0; cell < sea.n_cell; ++cell) sea.depth_cell.push_back(10.0 + 1.0 / (cell + 1));
  return sea;
}

inline Mesh make_plane(int nx, int ny, bool periodic) {
  PlanarHexSettings settings;
  settings.nx = nx;
  settings.ny = ny;
  settings.periodic_x = settings.periodic_y = periodic;
  settings.west = EdgeKind::land;
  return make_planar_hex_mesh(settings);
}

// The meshes and their names, which tests print in messages. Each mesh has at least as many cells as a test
// that uses it has ranks.
inline const std::vector<std::pair<std::string, Mesh>>& meshes() {
  static const std::vector<std::pair<std::string, Mesh>> all = [] {
    std::vector<std::pair<std::string, Mesh>> made;
    made.emplace_back("globe", make_icosahedral_mesh(3, 6.371e6));
    made.emplace_back("globe with land", make_globe_with_land());
    made.emplace_back("periodic plane", make_plane(12, 10, true));
    made.emplace_back("basin", make_plane(9, 7, false));
    made.emplace_back("twelve cells", make_icosahedral_mesh(0, 1.0));
    made.emplace_back("nine cells", make_plane(3, 3, false));
    return made;
  }();
  return all;
}

}  // namespace groundswell::test
