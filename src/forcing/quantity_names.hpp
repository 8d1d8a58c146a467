// SPDX-License-Identifier: Apache-2.0
// Names of the variables of wind, current, water level, ice and air density in common files, and their units
// and valid ranges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "files/netcdf_reader.hpp"

namespace groundswell {

// One component of a quantity: names to try in turn, in upper or lower case, then CF standard names.
struct ComponentNames {
  std::vector<std::string_view> common, standard;
};

struct QuantityNames {
  std::string_view name;  // for messages
  std::string_view unit;
  std::vector<ComponentNames> components;  // east and north, or one
  double least, most;       // bounds of a value, or of a vector's length; values outside are rejected
  std::string_view beyond;  // advice on values outside the bounds, for the message
};

const QuantityNames& wind_names();
const QuantityNames& current_names();
const QuantityNames& water_level_names();
const QuantityNames& ice_names();
const QuantityNames& air_density_names();

// The name of the component's variable in a file, or "" if it has none. `given` is the name chosen by the
// user, or "".
std::string find_variable(const NetcdfReader& reader, const ComponentNames& names, const std::string& given);

// The factor that converts values from the variable's unit to `unit`; 1 if the file states no unit. Throws
// Error if the unit cannot be converted.
double unit_factor(const NetcdfReader& reader, const std::string& variable, std::string_view unit);

}  // namespace groundswell
