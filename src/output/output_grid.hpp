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
  // [degree] of a point; points are counted with longitude fastest.
  double longitude_of(std::int64_t point) const { return longitudes[std::size_t(point) % longitudes.size()]; }
  double latitude_of(std::int64_t point) const { return latitudes[std::size_t(point) / longitudes.size()]; }
};

// The one of 0.1, 0.25, 0.5, 1 and 2 degrees that is nearest, as a ratio, to the spacing of the mesh: to that
// at which half of the sea's area lies in finer cells and half in coarser ones. (Half of the cells may lie in
// a small part of the sea; by their spacing the grid would have far more points than the mesh has cells.) The
// same on any number of ranks. Collective.
double find_lat_lon_spacing(const Communicator& communicator, const MeshPart& part);

// The grid of the settings, with their spacing or that of the function above; edges that are not given follow
// the extent of the mesh, -180..180 where that goes around the globe. Throws Error, on all ranks, for a mesh
// in the plane and for a grid with no points or 10^8 and more. Collective.
OutputGrid make_output_grid(const Communicator& communicator, const LatLonOutputSettings& settings,
                            const MeshPart& part);

}  // namespace groundswell
