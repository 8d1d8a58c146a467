// SPDX-License-Identifier: Apache-2.0
// Bathymetry from netCDF files on a regular longitude-latitude grid (ETOPO, GEBCO and the like).
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
  std::string reason;  // completes "values are taken as heights (or depths) because ..."
  // Whether the sign is certain: the caller gave it, an attribute states it, the name can only mean heights,
  // or no value lies above the sea. Otherwise the values are taken as depths if the name suggests it, and
  // else as heights.
  bool has_sure_sign = true;
};

// Reads a variable over (latitude, longitude); without a name, the only such variable in the file. Units of
// length are converted to metres, which are also assumed if the variable has no units. Throws Error if the
// file is missing or truncated, it lacks the variable or, without a name, has several such variables, the
// grid is irregular or has no sea, the units are not a length, or, unless the caller gives the sign, the
// attribute `positive` is neither up nor down or statements about the sign contradict each other.
HeightMap read_height_file(const std::string& path, const std::string& variable = "",
                           HeightSign sign = HeightSign::as_stated);

}  // namespace groundswell
