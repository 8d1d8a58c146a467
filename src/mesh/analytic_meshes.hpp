// SPDX-License-Identifier: Apache-2.0
// Meshes that need no file: the icosahedral family on the sphere and regular hexagons in the plane, for
// tests, benchmarks and idealised cases. Reference: Heikes and Randall 1995, Monthly Weather Review 123
// (icosahedral grids).
#pragma once

#include "mesh/lloyd.hpp"
#include "mesh/mesh.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {

// The globe in 10 * 4^n_bisections + 2 cells, n_bisections in 0..11: each bisection halves the edges of the
// triangulation, and Lloyd's iteration moves its points to the centroids of their cells. Cells follow a
// space-filling curve. The mesh has no depths.
Mesh make_icosahedral_mesh(int n_bisections, double radius, const LloydSettings& lloyd = {});

// The points on the unit sphere that make_icosahedral_mesh turns into cells, in the order of the cells, and
// their triangles.
Triangulation make_icosahedral_cells(int n_bisections, const LloydSettings& lloyd = {});

// The icosahedron, with each edge divided into `n_parts` parts, after `n_bisections` bisections: 10 (n_parts
// 2^n_bisections)^2 + 2 points of the unit sphere, relaxed on every level.
Triangulation make_icosahedral_points(int n_parts, int n_bisections, const LloydSettings& lloyd = {});

struct PlanarHexSettings {
  int nx = 10, ny = 10;     // numbers of cells; nx >= 3 if periodic in x, ny >= 4 and even if periodic in y
  double spacing = 1000.0;  // [m] between centres; rows lie spacing * sqrt(3) / 2 apart, odd rows are shifted
                            // half a cell east
  bool periodic_x = false, periodic_y = false;
  // The kind of edge at each side that is not periodic.
  EdgeKind west = EdgeKind::open_boundary, east = EdgeKind::open_boundary;
  EdgeKind south = EdgeKind::open_boundary, north = EdgeKind::open_boundary;
};

// Regular hexagons; cell = j * nx + i has its centre at ((i + (j odd ? 1/2 : 0)) * spacing, j * spacing *
// sqrt(3)/2).
Mesh make_planar_hex_mesh(const PlanarHexSettings& settings);

// The blocks of the same mesh that rank `rank` of `n_rank` holds, made without the rest of the mesh.
MeshBlocks make_planar_hex_block(const PlanarHexSettings& settings, int rank, int n_rank);

}  // namespace groundswell
