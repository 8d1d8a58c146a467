// SPDX-License-Identifier: Apache-2.0
// The user's choices about output: which files, which fields, how often, where. Plain values with defaults;
// the table of options binds keys to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace groundswell {

// Fields on the cells of the mesh: <folder>/fields.nc.
struct MeshOutputSettings {
  std::int64_t interval = 3600;  // [s]; 0 = no file
  std::vector<std::string> fields = {"hs",   "tp",   "t02",  "t0m1", "dir",  "dp",   "spr",
                                     "phs0", "phs1", "uwnd", "vwnd", "uuss", "vuss", "dpt"};
};

// A regular longitude-latitude product with the names of ECMWF: <folder>/lat_lon.nc.
struct LatLonOutputSettings {
  std::int64_t interval = 3600;  // [s]; 0 = no file
  double spacing = 0.25;         // [degree]
  // Edges [degree]; where not given, the extent of the mesh, rounded outwards to a multiple of the spacing.
  std::optional<double> west, east, south, north;
  // Of swh, mwd, pp1d, mp2, mwp, u10, v10.
  std::vector<std::string> variables = {"swh", "mwd", "pp1d", "mp2", "mwp", "u10", "v10"};
};

// A named place: longitude and latitude [degree] on the sphere, x and y [m] in the plane.
struct OutputPlace {
  std::string name;
  double lon = 0.0, lat = 0.0;
};

// Time series (<folder>/points.nc) and directional spectra (<folder>/spectra.nc) at named places, each at the
// sea cell that is nearest.
struct PointOutputSettings {
  std::int64_t interval = 3600;          // [s] of time series; 0 = no file
  std::int64_t spectra_interval = 3600;  // [s] of spectra; 0 = no file
  std::vector<OutputPlace> places;       // none = neither file
  double max_distance = 50e3;            // [m] between a place and its cell; beyond it, the place is refused
  std::vector<std::string> fields = {"hs", "tp", "t02", "t0m1", "dir", "dp", "spr", "uwnd", "vwnd", "dpt"};
};

struct OutputSettings {
  std::string folder = "output";  // OutputFolder makes it
  MeshOutputSettings mesh;
  LatLonOutputSettings lat_lon;
  PointOutputSettings points;
};

}  // namespace groundswell
