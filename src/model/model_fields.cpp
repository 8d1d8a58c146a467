// SPDX-License-Identifier: Apache-2.0
#include "model/model_fields.hpp"

#include <algorithm>
#include <iterator>

#include "base/names.hpp"
#include "model/flux_fields.hpp"
#include "source_terms/source_term_list.hpp"
#include "spectrum/parameters.hpp"

namespace groundswell {
namespace {

constexpr FileForm as_is = FileForm::as_is;
constexpr VectorPart east = VectorPart::east, north = VectorPart::north;

// These are set in Model::diagnose.
constexpr FieldInfo state_and_forcing[] = {
    {"uwnd", "m s-1", "eastward_wind", "eastward wind at 10 m", -150, 150, as_is, east, "vwnd"},
    {"vwnd", "m s-1", "northward_wind", "northward wind at 10 m", -150, 150, as_is, north, "uwnd"},
    {"ust", "m s-1", "magnitude_of_surface_friction_velocity_in_air", "friction velocity of the air", 0, 20},
    {"uust", "m s-1", "eastward_friction_velocity_in_air",
     "eastward friction velocity of the air, along the wind over the moving water", -20, 20, as_is, east,
     "vust"},
    {"vust", "m s-1", "northward_friction_velocity_in_air",
     "northward friction velocity of the air, along the wind over the moving water", -20, 20, as_is, north,
     "uust"},
    {"taw", "m2 s-2", "", "stress that growing waves take from the air, per density of the air", 0, 400},
    {"cha", "1", "charnock_coefficient_for_surface_roughness_length_for_momentum_in_air",
     "Charnock's parameter of the wind's profile", 0, 1},
    {"z0", "m", "surface_roughness_length_for_momentum_in_air", "roughness length of the wind's profile", 0,
     10},
    {"cdrag", "1", "surface_drag_coefficient_for_momentum_in_air",
     "drag coefficient (u*/U10)^2 of the wind over the moving water", 0, 1},
    {"ucur", "m s-1", "eastward_sea_water_velocity", "eastward surface current", -20, 20, as_is, east,
     "vcur"},
    {"vcur", "m s-1", "northward_sea_water_velocity", "northward surface current", -20, 20, as_is, north,
     "ucur"},
    {"wlv", "m", "sea_surface_height_above_mean_sea_level", "water level", -50, 50},
    {"ice", "1", "sea_ice_area_fraction", "sea ice concentration", 0, 1},
    {"ufrs", "Pa", "", "eastward force of the waves on the water, -div of the radiation stress", -1e5f, 1e5f,
     as_is, east, "vfrs"},
    {"vfrs", "Pa", "", "northward force of the waves on the water, -div of the radiation stress", -1e5f, 1e5f,
     as_is, north, "ufrs"},
    {"dpt", "m", "sea_floor_depth_below_sea_surface", "water depth, water level included", -100, 12000},
};

std::vector<FieldInfo> list_fields() {
  std::vector<FieldInfo> fields;
  for (int p = 0; p < n_parameter; ++p) fields.push_back(parameter_info(Parameter(p)));
  fields.insert(fields.end(), std::begin(state_and_forcing), std::end(state_and_forcing));
  fields.insert(fields.end(), flux_field_list().begin(), flux_field_list().end());
  for (const SourceIntegralInfo& integral : source_integral_list)
    fields.push_back({integral.name, "W m-2", "", integral.long_name, -1e5f, 1e5f});
  return fields;
}

}  // namespace

const std::vector<FieldInfo>& known_fields() {
  static const std::vector<FieldInfo> fields = list_fields();
  return fields;
}

const std::vector<FieldInfo>& fields_and_statistics() {
  static const FieldsWithStatistics all(known_fields());
  return all.fields();
}

bool is_of_sources(std::string_view name) {
  return name == "z0" || name == "cdrag" || name == "cha" || is_of_flux_field(name) ||
         std::ranges::find(source_integral_list, name, &SourceIntegralInfo::name) !=
             std::end(source_integral_list);
}

const FieldInfo& field_info(std::string_view name) {
  return find_named(known_fields(), name, "field '", name, "' is not known");
}

}  // namespace groundswell
