// SPDX-License-Identifier: Apache-2.0
// Bathymetry from netCDF files on regular longitudes and latitudes (ETOPO, GEBCO and the like).
#pragma once

#include <string>

#include "mesh/regular_grid.hpp"

namespace groundswell {

// Whether a file holds heights (up) or depths (down); as_stated: what its attributes or its name say.
enum class HeightSign { as_stated, up, down };

struct HeightMap {
  RegularGrid grid;  // [m] above the sea, negative below, NaN where missing
  std::string variable;
  // Whether the sign is certain: it was given, an attribute states it or the name is one of heights.
  // Otherwise it is that of a name of depths, or up.
  bool has_sure_sign = true;
};

// A variable over (latitude, longitude); without a name, the only one that there is. Without units it is in
// metres. Throws Error for a missing, truncated or irregular file, units that are no lengths, and a grid
// without sea.
HeightMap read_height_file(const std::string& path, const std::string& variable = "",
                           HeightSign sign = HeightSign::as_stated);

}  // namespace groundswell
