// SPDX-License-Identifier: Apache-2.0
// What enters through open boundaries, as plain settings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

// A JONSWAP sea of cos^n in direction.
struct BoundarySea {
  double height = 2.0;        // [m] significant; 0 = nothing enters
  double period = 10.0;       // [s] peak
  double direction = 270.0;   // [degree] coming from
  double cosine_power = 2.0;  // n of the directional distribution
};

// The sea that enters where an edge lies in a box of longitudes and latitudes [degree], in the plane of x and
// y [m].
struct BoundaryBox {
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
  BoundarySea sea;
};

// Spectra at places, or on a regular grid, in netCDF files.
struct BoundaryFileSettings {
  // Files that follow each other in time, hold other places, or both.
  std::vector<std::filesystem::path> files;
  std::string variable;         // name of the density; where empty, common names are tried
  double max_distance = 100e3;  // [m] from an open edge to the nearest place
  // An edge without a place near it lets nothing in, instead of stopping the run.
  bool zero_where_missing = false;
  bool interpolate_gaps = false;  // whether missing dates are bridged, by up to `max_gap` [s]
  std::int64_t max_gap = 0;
};

struct BoundarySettings {
  std::string kind = "absorbing";  // absorbing | jonswap | file
  BoundarySea sea;                 // jonswap: at open edges that lie in none of the boxes
  std::vector<BoundaryBox> boxes;  // jonswap: the first box with the edge counts
  BoundaryFileSettings file;
};

}  // namespace groundswell
