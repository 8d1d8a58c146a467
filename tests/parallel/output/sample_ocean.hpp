// SPDX-License-Identifier: Apache-2.0
// A small ocean with land, and its cells distributed over ranks as if at random.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/constants.hpp"
#include "decomp/local_mesh.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell::test {

// A globe of 2562 cells (at level 4; 642 at 3) from which a continent between 20 and 80 E, 30 S and 40 N is
// cut out; both poles are sea.
inline Mesh make_sample_ocean(int level = 4) {
  Mesh mesh = make_icosahedral_mesh(level, earth_radius);
  std::vector<std::uint8_t> keep(std::size_t(mesh.n_cell), 1);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const double lon = std::remainder(mesh.lon_cell[i], 2.0 * pi) / degree, lat = mesh.lat_cell[i] / degree;
    if (lon > 20.0 && lon < 80.0 && lat > -30.0 && lat < 40.0) keep[i] = 0;
  }
  Mesh ocean = select_cells(mesh, keep, EdgeKind::land);
  ocean.depth_cell.assign(std::size_t(ocean.n_cell), 4000.0);
  return ocean;
}

// The same ocean for all tests.
inline const Mesh& sample_ocean() {
  static const Mesh ocean = make_sample_ocean();
  return ocean;
}

// This rank's part; cells are distributed as if at random.
inline LocalMesh deal_cells(const Communicator& communicator, const Mesh& mesh) {
  Partition partition{communicator.size(), {}};
  for (std::int64_t i = 0; i < mesh.n_cell; ++i)
    partition.owner.push_back(int(std::uint64_t(i) * 2654435761u / 64 % std::uint64_t(partition.n_part)));
  return make_local_mesh(mesh, partition, communicator.rank(), 1);
}

}  // namespace groundswell::test
