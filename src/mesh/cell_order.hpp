// SPDX-License-Identifier: Apache-2.0
// Order of cells in memory: along a Hilbert curve through space, so that neighbours lie close together and a
// sweep over cells finds them in the cache. Reference: Skilling 2004, AIP Conference Proceedings 707
// (Hilbert's curve).
#pragma once

#include <vector>

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// order[k] is the point that comes k-th on the curve; works on the sphere and in the plane.
std::vector<int> space_filling_order(const std::vector<Vec3>& points);

// The same triangulation with its points along the curve.
Triangulation reorder(const Triangulation& triangulation, const std::vector<int>& order);

}  // namespace groundswell
