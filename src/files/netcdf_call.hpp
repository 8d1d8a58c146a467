// SPDX-License-Identifier: Apache-2.0
// Checks netCDF calls.
#pragma once

#include <string>

namespace groundswell {

// Throws Error unless `status` is 0; the message says what failed ("cannot read variable 'u' of 'wind.nc'")
// and includes netCDF's own text. Usage: netcdf_call(nc_open(...), "open", path).
void netcdf_call(int status, const std::string& doing, const std::string& path);

}  // namespace groundswell
