// SPDX-License-Identifier: Apache-2.0
// The list of known fields, and the conversion of directions for files.
#include "field/field_info.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <string>

#include "base/constants.hpp"
#include "base/names.hpp"

namespace groundswell {
namespace {

// Ranges are wide, because readers hide values outside them: only clearly wrong values are outside.
constexpr FileForm from = FileForm::from_direction, as_is = FileForm::as_is;
constexpr VectorPart east = VectorPart::east, north = VectorPart::north;
constexpr FieldInfo all_fields[] = {
    {"hs", "m", "sea_surface_wave_significant_height", "significant wave height", 0, 40},
    {"tp", "s", "sea_surface_wave_period_at_variance_spectral_density_maximum", "peak period", 0, 100},
    {"fp", "s-1", "sea_surface_wave_frequency_at_variance_spectral_density_maximum", "peak frequency", 0, 10},
    {"t01", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_first_frequency_moment",
     "mean period m0/m1", 0, 100},
    {"t02", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
     "mean period sqrt(m0/m2)", 0, 100},
    {"t0m1", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
     "mean period m-1/m0 (energy period)", 0, 100},
    {"dir", "rad", "sea_surface_wave_from_direction", "mean direction that waves come from", 0, 360, from},
    {"dp", "rad", "sea_surface_wave_from_direction_at_variance_spectral_density_maximum",
     "direction that waves of the spectral peak come from", 0, 360, from},
    {"spr", "rad", "sea_surface_wave_directional_spread", "directional spread (Kuik et al. 1988)", 0, 90,
     FileForm::degrees},
    {"phs0", "m", "sea_surface_wind_wave_significant_height", "significant height of the wind sea", 0, 40},
    {"pt0m1_0", "s",
     "sea_surface_wind_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
     "mean period m-1/m0 of the wind sea", 0, 100},
    {"pt02_0", "s",
     "sea_surface_wind_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
     "mean period sqrt(m0/m2) of the wind sea", 0, 100},
    {"pdir0", "rad", "sea_surface_wind_wave_from_direction", "mean direction that the wind sea comes from", 0,
     360, from},
    {"phs1", "m", "sea_surface_swell_wave_significant_height", "significant height of all swell", 0, 40},
    {"pt0m1_1", "s",
     "sea_surface_swell_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
     "mean period m-1/m0 of all swell", 0, 100},
    {"pt02_1", "s",
     "sea_surface_swell_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
     "mean period sqrt(m0/m2) of all swell", 0, 100},
    {"pdir1", "rad", "sea_surface_swell_wave_from_direction", "mean direction that all swell comes from", 0,
     360, from},
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
    {"uuss", "m s-1", "sea_surface_wave_stokes_drift_eastward_velocity",
     "eastward Stokes drift at the surface", -10, 10, as_is, east, "vuss"},
    {"vuss", "m s-1", "sea_surface_wave_stokes_drift_northward_velocity",
     "northward Stokes drift at the surface", -10, 10, as_is, north, "uuss"},
    {"lm", "m", "sea_surface_wave_mean_wavelength_from_variance_spectral_density_inverse_wavenumber_moment",
     "mean wave length 2 pi int int E/k / m0", 0, 3200},
    {"cge", "W m-1", "sea_surface_wave_energy_flux", "energy flux of the waves, rho_w g int int c_g E", 0,
     1e7f},
    {"ptp0", "s", "sea_surface_wind_wave_period_at_variance_spectral_density_maximum",
     "peak period of the wind sea", 0, 100},
    {"ptp1", "s", "sea_surface_swell_wave_period_at_variance_spectral_density_maximum",
     "peak period of all swell", 0, 100},
    {"mssu", "1", "sea_surface_mean_square_upwave_slope",
     "mean square slope along its principal axis, up to the last frequency", 0, 1},
    {"mssc", "1", "sea_surface_mean_square_crosswave_slope", "mean square slope across that axis", 0, 1},
    {"wind_input", "W m-2", "", "energy that the waves gain from the wind", -1e5f, 1e5f},
    {"whitecapping", "W m-2", "", "energy that the waves gain (< 0: lose) by whitecaps and swell damping",
     -1e5f, 1e5f},
    {"nonlinear_transfer", "W m-2", "",
     "energy that the waves up to the last frequency gain (< 0: lose) by wave-wave interaction", -1e5f, 1e5f},
    {"bottom_friction", "W m-2", "", "energy that the waves gain (< 0: lose) by bottom friction", -1e5f,
     1e5f},
    {"depth_breaking", "W m-2", "", "energy that the waves gain (< 0: lose) by depth-induced breaking", -1e5f,
     1e5f},
    {"ucur", "m s-1", "eastward_sea_water_velocity", "eastward surface current", -20, 20, as_is, east,
     "vcur"},
    {"vcur", "m s-1", "northward_sea_water_velocity", "northward surface current", -20, 20, as_is, north,
     "ucur"},
    {"wlv", "m", "sea_surface_height_above_mean_sea_level", "water level", -50, 50},
    {"ice", "1", "sea_ice_area_fraction", "sea ice concentration", 0, 1},
    {"dpt", "m", "sea_floor_depth_below_sea_surface", "water depth, water level included", -100, 12000},
};

struct StatisticKind {
  TimeStatistic statistic;
  std::string_view name, ending, words;
};
constexpr StatisticKind statistic_kinds[] = {
    {TimeStatistic::mean, "mean", "_mean", ", mean of the time since the date before"},
    {TimeStatistic::minimum, "minimum", "_min", ", smallest in the time since the date before"},
    {TimeStatistic::maximum, "maximum", "_max", ", largest in the time since the date before"},
};

// Fields with texts of their own.
struct StatisticFields {
  std::deque<std::string> texts;
  std::vector<FieldInfo> fields;

  std::string_view keep(std::string_view words, std::string_view more) {
    return texts.emplace_back(std::string(words) + std::string(more));
  }
  void add(FieldInfo info, const StatisticKind& kind) {
    info.statistic = kind.statistic;
    info.source = info.name;
    info.name = keep(info.name, kind.ending);
    info.long_name = keep(info.long_name, kind.words);
    if (!info.other_part.empty()) info.other_part = keep(info.other_part, kind.ending);
    fields.push_back(info);
  }
  StatisticFields() {
    for (const FieldInfo& info : all_fields) {
      fields.push_back(info);
      for (const StatisticKind& kind : statistic_kinds)
        if (info.has_extremes() || kind.statistic == TimeStatistic::mean) add(info, kind);
    }
  }
};

double wrapped_degrees(double degrees) {
  const double wrapped = degrees - 360.0 * std::floor(degrees / 360.0);
  return wrapped >= 360.0 ? 0.0 : wrapped;
}

}  // namespace

const std::vector<FieldInfo>& known_fields() {
  static const std::vector<FieldInfo> fields(std::begin(all_fields), std::end(all_fields));
  return fields;
}

const std::vector<FieldInfo>& fields_and_statistics() {
  static const StatisticFields all;
  return all.fields;
}

std::string_view name_of(TimeStatistic statistic) {
  const auto kind = std::ranges::find(statistic_kinds, statistic, &StatisticKind::statistic);
  return kind == std::end(statistic_kinds) ? "" : kind->name;
}

const FieldInfo& field_info(std::string_view name) {
  return find_named(known_fields(), name, "field '", name, "' is not known");
}

double nautical_from_direction(double towards) {
  return wrapped_degrees(270.0 - towards / degree);
}

double nautical_to_direction(double towards) {
  return wrapped_degrees(90.0 - towards / degree);
}

double towards_direction(double nautical_from) {
  return wrapped_degrees(270.0 - nautical_from) * degree;
}

void to_file_values(const FieldInfo& info, View<float> values) {
  for (float& value : values) {
    if (std::isnan(value))
      value = file_fill_value;
    else if (info.form == FileForm::from_direction)
      value = float(nautical_from_direction(value)) < 360.0f ? float(nautical_from_direction(value)) : 0.0f;
    else if (info.form == FileForm::degrees)
      value = float(value / degree);
  }
}

}  // namespace groundswell
