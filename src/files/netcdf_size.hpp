// SPDX-License-Identifier: Apache-2.0
// The netCDF library reads zeros beyond the end of a truncated classic file, without a word: a forecast would
// run with calm wind. So the size that the header promises is held against the size of the file.
#pragma once

#include <string>

namespace groundswell {

// Throws Error where an open classic, 64-bit offset or 64-bit data file is shorter than its variables need.
// netCDF-4 files are checked by HDF5 as they are opened.
void check_netcdf_is_complete(int file, const std::string& path);

}  // namespace groundswell
