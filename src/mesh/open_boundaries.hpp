// SPDX-License-Identifier: Apache-2.0
// The connected pieces of a mesh's open boundaries, with their lengths and places.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mesh/mesh_part.hpp"

namespace groundswell {

struct OpenBoundary {
  int n_edge = 0;
  double length = 0.0;  // [m]
  // Extent of the edge points (see Mesh) of the piece: longitudes and latitudes [degree], or x and y in the
  // plane [m]; west <= east.
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;

  // For example "longitude -75.2 to -52.5, latitude 20.1 to 38.3".
  std::string place(bool on_sphere) const;
};

// An open edge as sent between ranks: its index and those of its vertices in the whole mesh, its longitude
// and latitude [degree] (in the plane x and y [m]) and its length [m].
struct BoundaryEdge {
  std::int64_t edge = 0, vertices[2] = {0, 0};
  double x = 0.0, y = 0.0, length = 0.0;
};
// The open edges of the owned cells.
std::vector<BoundaryEdge> find_boundary_edges(const MeshPart& part);

// `edges` are those of all ranks, in any order. Edges that share a vertex belong to the same piece; the
// longest piece comes first.
std::vector<OpenBoundary> find_open_boundaries(std::vector<BoundaryEdge> edges, bool on_sphere);

}  // namespace groundswell
