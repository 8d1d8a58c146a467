// SPDX-License-Identifier: Apache-2.0
// Bathymetry from netCDF files on regular longitudes and latitudes (ETOPO, GEBCO and the like).
#pragma once

#include <string>

#include "mesh/regular_grid.hpp"

namespace groundswell {

// Whether a file has heights (up) or depths (down); as_stated means what the attributes or the name of the
// variable indicate.
enum class HeightSign { as_stated, up, down };

struct HeightMap {
  RegularGrid grid;  // heights [m] above sea level, negative below it, NaN if missing
  std::string variable;
  bool holds_depths = false;
  std::string reason;  // why the sign is taken this way, as in "because <reason>"
  // Whether the sign is certain: the caller gave it, an attribute states it, the name can only mean heights,
  // or no value has the other sign. Otherwise it follows from a name for depths, or is up.
  bool has_sure_sign = true;
};

// Reads a variable over (latitude, longitude); without a name, the only such variable. Units of length are
// converted; without units they are metres. Throws Error for a missing, truncated or irregular file, units
// that are not a length, statements that contradict each other (unless the caller gives the sign), and a grid
// without sea.
HeightMap read_height_file(const std::string& path, const std::string& variable = "",
                           HeightSign sign = HeightSign::as_stated);

}  // namespace groundswell
