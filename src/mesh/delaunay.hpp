// SPDX-License-Identifier: Apache-2.0
// Delaunay triangles of scattered points on the sphere: the faces of their convex hull, computed by Qhull.
// Reference: Barber, Dobkin and Huhdanpaa 1996, ACM Transactions on Mathematical Software 22.
#pragma once

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// Triangles of points on the unit sphere that are not all in one hemisphere. Throws Error if there are fewer
// than 4 points, two of them coincide, or Qhull fails.
Triangulation triangulate_sphere(std::vector<Vec3> points);

}  // namespace groundswell
