// SPDX-License-Identifier: Apache-2.0
// What `groundswell mesh` does: from the settings of a mesh.yaml to a mesh of the sea with depths.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "base/date_time.hpp"
#include "base/log.hpp"
#include "config/option_table.hpp"
#include "mesh/lloyd.hpp"
#include "mesh/mesh.hpp"
#include "mesh_files/regular_grid_file.hpp"

namespace groundswell {

struct BoxDegrees {
  double west = -180.0, east = 180.0, south = -90.0, north = 90.0;  // [degree]
};

// A named lon-lat region with finer cells, and the distance over which the spacing goes back to that around
// it.
struct RefinedBox {
  BoxDegrees box;
  double spacing = 0.0, transition = 500e3;  // [m]
};

struct MeshCase {
  enum class Kind { global, region } kind = Kind::global;
  std::optional<double> cells;          // of the globe; this or
  std::optional<double> spacing;        // [m] offshore
  std::optional<double> coast_spacing;  // [m] at the coast; as offshore without it
  double coast_transition = 400e3;      // [m] from the coast to where the spacing is that of offshore
  std::vector<RefinedBox> refine;
  BoxDegrees region;
  // Growth of the spacing per distance from the region, in the auxiliary cells around it that are cut away.
  double growth_outside = 0.2;
  double sphere_radius = earth_radius;

  std::filesystem::path bathymetry;
  std::string bathymetry_variable;  // empty: the only one
  HeightSign bathymetry_sign = HeightSign::as_stated;
  std::optional<double> depth;  // [m] everywhere, in place of a bathymetry: no land

  double smallest_wet_fraction = 0.5, smallest_depth = 2.0;  // 1, [m]
  std::optional<double> smallest_part;                       // [m2]; none: only the largest part is kept
  bool remove_inland_seas = true;

  std::vector<std::filesystem::path> wind_files;  // cells without wind at all their dates are cut
  std::optional<DateTime> wind_start, wind_end;
  double least_wind_weight = 0.5;

  LloydSettings lloyd;
  std::filesystem::path output = "mesh.nc";
};

// Binds the keys of a mesh.yaml.
OptionTable make_mesh_options(MeshCase& settings);

// Makes the mesh and logs what it does. Throws Error where the settings or files do not give one.
Mesh make_mesh(const MeshCase& settings, const Log& log);

}  // namespace groundswell
