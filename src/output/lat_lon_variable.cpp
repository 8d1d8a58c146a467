// SPDX-License-Identifier: Apache-2.0
// The list of variables of the lat-lon product.
#include "output/lat_lon_variable.hpp"

#include "base/names.hpp"

namespace groundswell {
namespace {

constexpr std::array<LatLonVariable, 7> variables{{
    {"swh", {"hs", ""}},
    {"mwd", {"dir", ""}, Interpolation::direction},
    {"pp1d", {"tp", ""}},
    {"mp2", {"t02", ""}},
    {"mwp", {"t0m1", ""}},
    {"u10", {"uwnd", "vwnd"}, Interpolation::east_component},
    {"v10", {"uwnd", "vwnd"}, Interpolation::north_component},
}};

}  // namespace

FieldInfo LatLonVariable::info() const {
  FieldInfo result = field_info(interpolation == Interpolation::north_component ? sources[1] : sources[0]);
  result.name = name;
  return result;
}

const LatLonVariable& lat_lon_variable(std::string_view name) {
  return find_named(variables, name, "lat-lon output has no variable '", name, "'");
}

}  // namespace groundswell
