// SPDX-License-Identifier: Apache-2.0
// Bathymetry from netCDF files on regular longitudes and latitudes (ETOPO, GEBCO and the like).
#pragma once

#include <string>

#include "mesh/regular_grid.hpp"

namespace groundswell {

// Heights above the sea [m] (negative below) of a variable over (latitude, longitude); without a name, the
// only one that there is. Units must be metres where they are given; a variable with positive = "down", or
// named depth, is turned round. Missing values come as NaN. Throws Error for a missing, truncated or
// irregular file, other units, and a grid without sea.
RegularGrid read_height_file(const std::string& path, const std::string& variable = "");

}  // namespace groundswell
