// SPDX-License-Identifier: Apache-2.0
// Values at all points of a mesh or grid from a netCDF file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

// The values of variables, [variable][point], in a unit, in the file's order of points. Of a variable with
// the dimension `time` they are those of `date`. NaN where there is no value. Throws Error, naming the file,
// if it cannot be read, lacks a variable or the date, has another number of points, or a unit of something
// else.
std::vector<std::vector<double>> read_point_values(const std::string& path,
                                                   const std::vector<std::string>& variables,
                                                   const std::string& unit, std::int64_t n_point,
                                                   const DateTime& date);

}  // namespace groundswell
