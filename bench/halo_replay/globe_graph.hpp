// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decomp/partition_graph.hpp"

namespace groundswell {

// The graph of the cells of a globe, without making a mesh: that of the icosahedron with each edge divided
// into `divisions` parts, which gives 10 divisions^2 + 2 cells. Throws Error for a number that
// make_icosahedral_points rejects.
CellGraph make_globe_graph(int divisions);

}  // namespace groundswell
