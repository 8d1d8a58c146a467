// SPDX-License-Identifier: Apache-2.0
// Mesh files: variables with MPAS names, and a UGRID topology that shares their verticesOnCell (with
// coordinates of its own in degrees on the sphere), so that MPAS tools, xarray, uxarray, ParaView and CDO can
// all open the same file. References: MPAS Mesh Specification 1.0; UGRID conventions 1.0; CF conventions 1.8.
#pragma once

#include <string>

#include "base/constants.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {

// Reads any complete MPAS mesh, of the globe or of a region, on the sphere or in the plane. A mesh on the
// unit sphere is scaled to `radius` [m]; longitudes are wrapped to (-pi, pi]; the vertices around each cell
// and the edges around each vertex are put in the order of Mesh. Boundary edges are land unless the variable
// edgeKind says otherwise; depth_cell is read from the variable depth or, if there is none, bottomDepth [m];
// islands smaller than the cells from obstacleThrough and obstacleWithin, if the file has them.
// Throws Error, naming the file, if it cannot be read, a required variable is missing, or the mesh breaks an
// invariant.
Mesh read_mesh_file(const std::string& path, double radius = earth_radius);

// Reads only the blocks of rank `rank` of `n_rank` of such a file. Neither the order nor the invariants of
// Mesh that depend on more than one row have been established yet (MeshBlocks::is_raw).
MeshBlocks read_mesh_blocks(const std::string& path, int rank, int n_rank, double radius = earth_radius);

struct MeshFileTexts {
  std::string title = "Voronoi mesh of Groundswell";
  std::string history;  // how the mesh was made
};

// Writes a mesh so that read_mesh_file returns the same bits, except cell_id, which becomes the row number in
// the file (from 1). Throws Error if the mesh breaks an invariant (check_mesh) or the file cannot be written.
void write_mesh_file(const Mesh& mesh, const std::string& path, const MeshFileTexts& texts = {});

}  // namespace groundswell
