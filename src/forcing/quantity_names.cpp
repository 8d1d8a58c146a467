// SPDX-License-Identifier: Apache-2.0
#include "forcing/quantity_names.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "base/units.hpp"
#include "forcing/forcing_settings.hpp"

namespace groundswell {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

const QuantityNames& wind_names() {
  static const QuantityNames names{"wind",
                                   "m s-1",
                                   {{{"u10", "10u", "uwnd", "u10m", "uas", "u", "ugrd_10maboveground",
                                      "u_10m", "wind_u", "u-component_of_wind"},
                                     {"eastward_wind"}},
                                    {{"v10", "10v", "vwnd", "v10m", "vas", "v", "vgrd_10maboveground",
                                      "v_10m", "wind_v", "v-component_of_wind"},
                                     {"northward_wind"}}},
                                   0.0,
                                   strongest_wind,
                                   "check its unit and its factor"};
  return names;
}

const QuantityNames& current_names() {
  static const QuantityNames names{
      "current",
      "m s-1",
      {{{"ucur", "uo", "uos", "water_u", "usurf", "ssu", "u"},
        {"eastward_sea_water_velocity", "surface_eastward_sea_water_velocity"}},
       {{"vcur", "vo", "vos", "water_v", "vsurf", "ssv", "v"},
        {"northward_sea_water_velocity", "surface_northward_sea_water_velocity"}}},
      0.0,
      strongest_current,
      "check its unit and its factor"};
  return names;
}

const QuantityNames& water_level_names() {
  static const QuantityNames names{
      "water level",
      "m",
      {{{"wlv", "zos", "ssh", "zeta", "water_level", "surf_el", "elevation"},
        {"sea_surface_height_above_mean_sea_level", "sea_surface_height_above_geoid",
         "water_surface_height_above_reference_datum"}}},
      -largest_level,
      largest_level,
      "it must be the height above mean sea level; check its unit, and that it is not another quantity"};
  return names;
}

const QuantityNames& ice_names() {
  static const QuantityNames names{
      "ice",
      "1",
      {{{"ice", "ci", "siconc", "sic", "aice", "ice_conc", "icec", "fice", "ileadfra"},
        {"sea_ice_area_fraction"}}},
      -0.01,
      1.01,
      "if the file holds percentages without saying so, set factor: 0.01"};
  return names;
}

const QuantityNames& air_density_names() {
  static const QuantityNames names{
      "air density",
      "kg m-3",
      {{{"rhoa", "rhoao", "air_density", "rho_air", "airdens"}, {"air_density"}}},
      lightest_air,
      heaviest_air,
      "check its unit and its factor"};
  return names;
}

std::string find_variable(const NetcdfReader& reader, const ComponentNames& names, const std::string& given) {
  if (!given.empty()) return reader.has_variable(given) ? given : "";
  for (const std::string_view common : names.common)
    for (const NetcdfVariable& variable : reader.variables())
      if (same_letters(variable.name, common)) return variable.name;
  for (const std::string_view standard : names.standard)
    for (const NetcdfVariable& variable : reader.variables())
      if (reader.text_attribute(variable.name, "standard_name") == standard) return variable.name;
  return "";
}

double unit_factor(const NetcdfReader& reader, const std::string& variable, std::string_view unit) {
  const auto stated = reader.units(variable);
  if (!stated) return 1.0;
  if (unit == "1" && (*stated == "(0 - 1)" || *stated == "fraction")) return 1.0;
  try {
    return conversion_factor(*stated, unit);
  } catch (const Error&) {
    throw Error(text("variable '", variable, "' of '", reader.path(), "' has units '", *stated, "', but ",
                     unit, " is needed; name another variable or fix the file"));
  }
}

}  // namespace groundswell
