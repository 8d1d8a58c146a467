// SPDX-License-Identifier: Apache-2.0
// The connected pieces of a mesh's open boundaries, with their lengths and places.
#pragma once

#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

struct OpenBoundary {
  int n_edge = 0;
  double length = 0.0;  // [m]
  // Longitudes and latitudes [degree] of its edges, in the plane x and y [m]; east lies above west.
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;

  // "longitude -75.2 to -52.5, latitude 20.1 to 38.3".
  std::string place(bool on_sphere) const;
};

// Open edges that share a vertex belong to one piece. The longest piece comes first.
std::vector<OpenBoundary> find_open_boundaries(const Mesh& mesh);

}  // namespace groundswell
