// SPDX-License-Identifier: Apache-2.0
// What files say of the angles that they hold: their unit, and whether waves come from there or go there.
#pragma once

#include <optional>
#include <string>

#include "files/netcdf_reader.hpp"

namespace groundswell {

// Whether the standard_name or long_name of a variable says that waves go to its directions (true) or come
// from there (false); nothing where they say neither. "relative to north" says nothing.
std::optional<bool> says_towards(const NetcdfReader& reader, const std::string& variable);

// Radians for one unit of what a variable of angles holds: "degree true", "degT" and no unit are degrees, "1"
// and "dimensionless" are radians. Throws Error for any other unit.
double angle_factor(const NetcdfReader& reader, const std::string& variable);

}  // namespace groundswell
