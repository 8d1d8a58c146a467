// SPDX-License-Identifier: Apache-2.0
// A regular longitude-latitude grid over a mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_settings.hpp"

namespace groundswell {

struct OutputGrid {
  std::vector<double> longitudes, latitudes;  // [degree], ascending

  // [degree] of a point; points are counted with longitude fastest.
  double longitude_of(std::int64_t point) const { return longitudes[std::size_t(point) % longitudes.size()]; }
  double latitude_of(std::int64_t point) const { return latitudes[std::size_t(point) / longitudes.size()]; }
};

// The grid of the settings; edges that are not given follow the extent of the mesh, -180..180 where that goes
// around the globe. Throws Error, on all ranks, for a mesh in the plane and for a grid with no points or 10^8
// and more. Collective.
OutputGrid make_output_grid(const Communicator& communicator, const LatLonOutputSettings& settings,
                            const MeshPart& part);

}  // namespace groundswell
