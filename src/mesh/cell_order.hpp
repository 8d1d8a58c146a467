// SPDX-License-Identifier: Apache-2.0
// Order of cells in memory: along a Hilbert curve through space, so that neighbours are close together and a
// loop over cells finds them in the cache. Reference: Skilling 2004, AIP Conference Proceedings 707
// (Hilbert's curve).
#pragma once

#include <vector>

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// Returns the order of the points along the curve: order[k] is the index of the k-th point. Works on the
// sphere and in the plane.
std::vector<int> space_filling_order(const std::vector<Vec3>& points);

// The triangulation with its points in the given order.
Triangulation reorder(const Triangulation& triangulation, const std::vector<int>& order);

}  // namespace groundswell
