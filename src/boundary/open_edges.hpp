// SPDX-License-Identifier: Apache-2.0
// The open edges of a rank: their positions, and the direction frame of the cell inside.
#pragma once

#include <vector>

#include "boundary/target_places.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

struct OpenEdges : TargetPlaces {
  std::vector<int> edge;  // index in the mesh
};

// The open edges of the first `n_owned` cells.
OpenEdges find_open_edges(const Mesh& mesh, int n_owned);

}  // namespace groundswell
