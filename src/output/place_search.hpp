// SPDX-License-Identifier: Apache-2.0
// The cells around positions, wherever their owners are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_part.hpp"
#include "output/point_stencil.hpp"

namespace groundswell {

// Degrees; in the plane x and y [m].
struct Position {
  double lon = 0.0, lat = 0.0;
};

// [m]
Vec3 position_in_space(const Mesh& mesh, const Position& position);

struct NearbyCell {
  std::int64_t cell = -1;  // in the whole mesh; -1 where there is none
  Position centre;
  double distance = 0.0;  // [m] between the centre and the position
  double spacing = 0.0;   // [m] between hexagons of its area
};

// Ranks send it as it is.
struct FoundPlace {
  NearbyCell nearest;
  bool is_in_cell = false;  // whether the position lies in the nearest cell: then in the sea
  // Of the position if it lies in that cell, else of the cell's own value.
  PointStencil stencil;
  std::array<NearbyCell, 3> corners;  // the cells of the stencil
};

// The cells around each position, in their order and on all ranks; of two cells at the same distance, the one
// with the lower number is the nearest. `part` has one ring of halo or more; the mesh has a cell. Each rank
// searches its own cells. Collective.
std::vector<FoundPlace> search_places(const Communicator& communicator, const MeshPart& part,
                                      std::span<const Position> positions);

}  // namespace groundswell
