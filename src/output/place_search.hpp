// SPDX-License-Identifier: Apache-2.0
// Finds the cells around positions, whichever rank owns these cells.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_part.hpp"
#include "output/point_stencil.hpp"

namespace groundswell {

// Longitude and latitude [degree]; in the plane x and y [m].
struct Position {
  double lon = 0.0, lat = 0.0;
};

// [m]
Vec3 position_in_space(const Mesh& mesh, const Position& position);

struct NearbyCell {
  std::int64_t cell = -1;  // in the whole mesh; -1 if there is none
  Position centre;
  double distance = 0.0;  // [m] between the centre and the position
  double spacing = 0.0;   // [m] between neighbouring hexagons of the cell's area
};

// Sent between ranks as raw bytes.
struct FoundPlace {
  NearbyCell nearest;
  bool is_in_cell = false;  // whether the position is in the nearest cell, hence in the sea
  // Interpolates to the position if it is in the nearest cell, else takes that cell's value.
  PointStencil stencil;
  std::array<NearbyCell, 3> corners;  // the cells of the stencil
};

// The cells around each position, in the order of the positions, the same on all ranks; of two cells at the
// same distance, the one with the lower number is the nearest. `part` has at least one halo ring; the mesh
// must not be empty. Each rank searches its own cells. Collective.
std::vector<FoundPlace> search_places(const Communicator& communicator, const MeshPart& part,
                                      std::span<const Position> positions);

}  // namespace groundswell
