// SPDX-License-Identifier: Apache-2.0
// Reads what files state about their angles: the unit, and whether waves come from these directions or go to
// them.
#pragma once

#include <optional>
#include <string>

#include "files/netcdf_reader.hpp"

namespace groundswell {

// Whether the standard_name or, failing that, the long_name of a variable states that its directions are
// those that waves travel to (true) or come from (false); empty if they state neither or both. Only plain
// phrases count ("towards", "going to", "to which", "coming from", "from which", ...).
std::optional<bool> says_towards(const NetcdfReader& reader, const std::string& variable);

// Radians per unit of a variable of angles: "degree true", "degT", "\u00b0" and no unit are degrees, "rad",
// "1" and "dimensionless" are radians. Throws Error for any other unit.
double angle_factor(const NetcdfReader& reader, const std::string& variable);

}  // namespace groundswell
