// SPDX-License-Identifier: Apache-2.0
// The variables of the lat-lon product, with the names of ECMWF, and the fields from which they are made.
// Reference: ECMWF parameter database (swh 140229, mwd 140230, pp1d 140231, mp2 140221, mwp 140232, 10u,
// 10v).
#pragma once

#include <array>
#include <string_view>

#include "field/field_info.hpp"

namespace groundswell {

// Directions are interpolated as unit vectors, east and north components as one vector.
enum class Interpolation { scalar, direction, east_component, north_component };

struct LatLonVariable {
  std::string_view name;
  std::array<std::string_view, 2> sources;  // the second for vectors only
  Interpolation interpolation = Interpolation::scalar;

  // The metadata of its source under its own name.
  FieldInfo info() const;
};

// Throws Error, with the known names, for an unknown name.
const LatLonVariable& lat_lon_variable(std::string_view name);

}  // namespace groundswell
