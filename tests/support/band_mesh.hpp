// SPDX-License-Identifier: Apache-2.0
// A sea whose boundaries are all open, for tests of waves that enter.
#pragma once

#include <cstdint>
#include <vector>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell::test {

// The ocean between two latitudes [degree], 4000 m deep, all around the globe.
inline Mesh make_band(double south, double north) {
  const Mesh globe = make_icosahedral_mesh(4, 6.371e6);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell));
  for (int cell = 0; cell < globe.n_cell; ++cell)
    keep[cell] = globe.lat_cell[cell] > south * degree && globe.lat_cell[cell] < north * degree;
  Mesh band = select_cells(globe, keep, EdgeKind::open_boundary);
  band.depth_cell.assign(std::size_t(band.n_cell), 4000.0);
  return band;
}

}  // namespace groundswell::test
