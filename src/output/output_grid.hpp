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
  double spacing = 0.0;                       // [degree]

  std::int64_t n_point() const { return std::int64_t(longitudes.size()) * std::int64_t(latitudes.size()); }
  // Coordinates of a point [degree]; points are numbered with longitude fastest.
  double longitude_of(std::int64_t point) const { return longitudes[std::size_t(point) % longitudes.size()]; }
  double latitude_of(std::int64_t point) const { return latitudes[std::size_t(point) / longitudes.size()]; }
};

// Whichever of 0.1, 0.25, 0.5, 1 and 2 degrees is nearest, in ratio, to the spacing of the mesh. The spacing
// of the mesh is its median by area: half of the sea's area has finer cells, half coarser ones. (With the
// median over cells, which may be concentrated in a small part of the sea, the grid would have far more
// points than the mesh has cells.) Independent of the number of ranks. Collective.
double find_lat_lon_spacing(const Communicator& communicator, const MeshPart& part);

// The grid of the settings, with their spacing or, if they have none, that of find_lat_lon_spacing; bounds
// that are not given follow the extent of the mesh, -180..180 if the mesh goes around the globe. Throws Error
// on all ranks for a planar mesh, and for a grid with no points or with 10^8 points or more. Collective.
OutputGrid make_output_grid(const Communicator& communicator, const LatLonOutputSettings& settings,
                            const MeshPart& part);

}  // namespace groundswell
