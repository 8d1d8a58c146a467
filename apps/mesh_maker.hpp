// SPDX-License-Identifier: Apache-2.0
// Implements `groundswell mesh`: from the settings of a mesh.yaml to a mesh of the sea with depths.
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

// A lon-lat region with finer cells, and the distance over which the spacing returns to that of its
// surroundings.
struct RefinedBox {
  BoxDegrees box;
  double spacing = 0.0, transition = 500e3;  // [m]
};

struct MeshCase {
  enum class Kind { global, region } kind = Kind::global;
  std::optional<double> cells;          // number of cells on the globe; either `cells` or `spacing` is set
  std::optional<double> spacing;        // [m] offshore
  std::optional<double> coast_spacing;  // [m] at the coast; if unset, as offshore
  double coast_transition = 400e3;      // [m] from the coast to where the offshore spacing is reached
  std::vector<RefinedBox> refine;
  BoxDegrees region;
  // Growth of the spacing per distance from the region, in the auxiliary cells around it, which are cut away.
  double growth_outside = 0.2;
  double sphere_radius = earth_radius;

  std::filesystem::path bathymetry;
  std::string bathymetry_variable;  // empty: the only one in the file
  HeightSign bathymetry_sign = HeightSign::as_stated;
  std::optional<double> depth;  // [m] uniform, instead of a bathymetry; there is no land then

  double smallest_wet_fraction = 0.5, smallest_depth = 2.0;  // 1, [m]
  std::optional<double> smallest_part;                       // [m2]; if unset, only the largest part is kept
  bool remove_inland_seas = true;
  bool obstacles = true;  // islands smaller than the cells

  std::vector<std::filesystem::path> wind_files;  // cells that lack wind at some date are cut away
  std::optional<DateTime> wind_start, wind_end;
  double least_wind_weight = 0.5;

  LloydSettings lloyd;
  std::filesystem::path output = "mesh.nc";
};

// Binds the keys of a mesh.yaml.
OptionTable make_mesh_options(MeshCase& settings);

// Makes the mesh and logs the steps. Throws Error if the settings or files do not define one.
Mesh make_mesh(const MeshCase& settings, const Log& log);

}  // namespace groundswell
