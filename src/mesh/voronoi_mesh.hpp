// SPDX-License-Identifier: Apache-2.0
// Makes a complete Mesh, with all tables, lengths, areas and angles, from generating points and their
// Delaunay triangles. All generated meshes are made here, on the sphere and in the plane. Reference: MPAS
// Mesh Specification 1.0.
#pragma once

#include <array>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

// Limit on the number of cells of a generated mesh: the corners of triangles (six per cell) and the entries
// of tables are counted in 32 bits, and each variable must fit in a netCDF file with 64-bit offsets.
inline constexpr double largest_cell_count = 5e7;

using Triangle = std::array<int, 3>;  // numbers of three points, counter-clockwise seen from outside

struct Triangulation {
  std::vector<Vec3> points;  // on the unit sphere, or in the plane [m]
  std::vector<Triangle> triangles;
};

// The Voronoi mesh of points on the unit sphere, scaled to `radius` [m]. Cells have the order of the points,
// edges and vertices the order in which cells list them. A point whose triangles do not close a ring (the rim
// of a patch) makes no cell; edges towards it become open boundaries. Throws Error if the radius is not
// positive, the triangles are not a triangulation or no point makes a cell.
Mesh build_voronoi_mesh(const Triangulation& triangulation, double radius);

// As above, in the plane; with a period [m] > 0, triangles may connect points across the seam.
Mesh build_planar_voronoi_mesh(const Triangulation& triangulation, double period_x, double period_y);

}  // namespace groundswell
