// SPDX-License-Identifier: Apache-2.0
#include "model/model_mesh.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "decomp/voronoi_parts.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh_files/mesh_file.hpp"

namespace groundswell {
namespace {

// Hexagons with a coast in the west, open in the east and periodic in y; or a single hexagon, for runs
// without propagation.
PlanarHexSettings hexagons_of(const MeshSettings& settings) {
  PlanarHexSettings hexagons;
  if (settings.kind == MeshKind::one_point) {
    hexagons.nx = hexagons.ny = 1;
    return hexagons;
  }
  hexagons.nx = settings.length;
  hexagons.ny = settings.width;
  hexagons.spacing = settings.spacing;
  hexagons.periodic_y = true;
  hexagons.west = EdgeKind::land;
  return hexagons;
}

// A mesh from another program may contain heights, zeros, missing values or another unit instead of depths in
// metres.
void require_depths(const MeshBlocks& blocks) {
  const std::vector<double>& depth = blocks.rows.depth_cell;
  for (std::size_t row = 0; row < depth.size(); ++row)
    require(depth[row] > 0.0 && depth[row] <= deepest_sea, "cell ",
            blocks.cells.begin + std::int64_t(row) + 1, " of mesh ", blocks.name, " has the depth ",
            depth[row], " m; every cell of a sea needs a depth above 0 (positive downwards) and of at most ",
            deepest_sea, " m. Remove dry cells with ",
            "`groundswell mesh`, or remove the depths from the file and set mesh.depth");
}

MeshBlocks read_blocks(const MeshSettings& settings, const Communicator& communicator) {
  MeshBlocks blocks;
  run_together(communicator, [&] {
    blocks = read_mesh_blocks(settings.file.string(), communicator.rank(), communicator.size());
    require_depths(blocks);
  });
  return blocks;
}

// Rank 0 generates the points of the globe, and each rank builds its own rows of the mesh.
MeshBlocks make_globe(const MeshSettings& settings, const Communicator& communicator) {
  Triangulation points;
  run_on_root(communicator, 0, [&] { points = make_icosahedral_cells(settings.bisections); });
  return build_voronoi_blocks(communicator, std::move(points), settings.sphere_radius);
}

MeshBlocks make_plane(const MeshSettings& settings, const Communicator& communicator) {
  MeshBlocks blocks;
  run_together(communicator, [&] {
    blocks = make_planar_hex_block(hexagons_of(settings), communicator.rank(), communicator.size());
  });
  return blocks;
}

MeshBlocks make_analytic_blocks(const MeshSettings& settings, const Communicator& communicator) {
  MeshBlocks blocks = settings.kind == MeshKind::icosahedral ? make_globe(settings, communicator)
                                                             : make_plane(settings, communicator);
  blocks.name = text("'", name_of(mesh_kinds, settings.kind), "'");
  return blocks;
}

}  // namespace

MeshBlocks make_model_mesh(const MeshSettings& settings, const Communicator& communicator) {
  MeshBlocks blocks = settings.kind == MeshKind::file ? read_blocks(settings, communicator)
                                                      : make_analytic_blocks(settings, communicator);
  if (!blocks.has_depth) blocks.rows.depth_cell.assign(std::size_t(blocks.rows.n_cell), settings.depth);
  blocks.has_depth = true;
  return blocks;
}

}  // namespace groundswell
