// SPDX-License-Identifier: Apache-2.0
// What the variables of wind, current, water level, ice and the air's density are called in the files of the
// community.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "files/netcdf_reader.hpp"

namespace groundswell {

// One component of a quantity: names to try in turn, whatever their case, then CF standard names.
struct ComponentNames {
  std::vector<std::string_view> common, standard;
};

struct QuantityNames {
  std::string_view name;  // for messages
  std::string_view unit;
  std::vector<ComponentNames> components;  // east and north, or one
  double least, most;                      // of a value, or of the length of a vector; others are refused
  std::string_view beyond;                 // what to say of those
};

const QuantityNames& wind_names();
const QuantityNames& current_names();
const QuantityNames& water_level_names();
const QuantityNames& ice_names();
const QuantityNames& air_density_names();

// The name of the component's variable in a file, or "" where it has none. `given` is the user's choice, ""
// for none.
std::string find_variable(const NetcdfReader& reader, const ComponentNames& names, const std::string& given);

// What values in the variable's unit are multiplied with to be in `unit`; 1 where the file states no unit.
// Throws Error where it states one of another kind.
double unit_factor(const NetcdfReader& reader, const std::string& variable, std::string_view unit);

}  // namespace groundswell
