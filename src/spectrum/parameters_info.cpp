// SPDX-License-Identifier: Apache-2.0
// Names of the integral parameters in files. Reference: CF standard name table, version 85.
#include <array>
#include <string>

#include "base/error.hpp"
#include "spectrum/parameters.hpp"

namespace groundswell {
namespace {

const std::array<ParameterInfo, n_parameter> all_parameters{{
    {"hs", "m", "sea_surface_wave_significant_height", "significant wave height"},
    {"tp", "s", "sea_surface_wave_period_at_variance_spectral_density_maximum", "peak period"},
    {"fp", "Hz", "", "peak frequency"},
    {"tm01", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_first_frequency_moment",
     "mean period m0/m1"},
    {"tm02", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
     "mean period sqrt(m0/m2)"},
    {"tm10", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
     "mean period m-1/m0 (energy period)"},
    {"dir", "rad", "sea_surface_wave_to_direction", "mean direction the waves travel to"},
    {"dir_peak", "rad", "sea_surface_wave_to_direction_at_variance_spectral_density_maximum",
     "direction the waves of the peak travel to"},
    {"spread", "rad", "sea_surface_wave_directional_spread", "directional spread (Kuik et al. 1988)"},
    {"hs_wind_sea", "m", "sea_surface_wind_wave_significant_height", "significant height of the wind sea"},
    {"tm10_wind_sea", "s",
     "sea_surface_wind_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
     "mean period m-1/m0 of the wind sea"},
    {"tm02_wind_sea", "s",
     "sea_surface_wind_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
     "mean period sqrt(m0/m2) of the wind sea"},
    {"dir_wind_sea", "rad", "sea_surface_wind_wave_to_direction", "mean direction the wind sea travels to"},
    {"hs_swell", "m", "sea_surface_swell_wave_significant_height", "significant height of the swell"},
    {"tm10_swell", "s",
     "sea_surface_swell_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
     "mean period m-1/m0 of the swell"},
    {"tm02_swell", "s",
     "sea_surface_swell_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
     "mean period sqrt(m0/m2) of the swell"},
    {"dir_swell", "rad", "sea_surface_swell_wave_to_direction", "mean direction the swell travels to"},
    {"stokes_east", "m s-1", "sea_surface_wave_stokes_drift_eastward_velocity",
     "eastward Stokes drift at the surface"},
    {"stokes_north", "m s-1", "sea_surface_wave_stokes_drift_northward_velocity",
     "northward Stokes drift at the surface"},
}};

}  // namespace

const ParameterInfo& parameter_info(Parameter parameter) {
  return all_parameters[std::size_t(parameter)];
}

Parameter parameter_from_name(std::string_view name) {
  std::string known;
  for (int p = 0; p < n_parameter; ++p) {
    const std::string_view candidate = parameter_info(Parameter(p)).name;
    if (candidate == name) return Parameter(p);
    known += (known.empty() ? "" : ", ") + std::string(candidate);
  }
  throw Error(text("parameter '", name, "' is not known; known are ", known));
}

}  // namespace groundswell
