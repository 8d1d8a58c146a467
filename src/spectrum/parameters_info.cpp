// SPDX-License-Identifier: Apache-2.0
// Metadata of the integral parameters in files. Their names follow those of WAVEWATCH III's field output.
#include <iterator>

#include "base/names.hpp"
#include "field/field_info.hpp"
#include "spectrum/parameters.hpp"

namespace groundswell {
namespace {

constexpr FileForm from = FileForm::from_direction, as_is = FileForm::as_is;
constexpr VectorPart east = VectorPart::east, north = VectorPart::north;

struct ParameterEntry : FieldInfo {
  Parameter parameter;
};

// The Stokes drift at a depth below the surface; the names of both parts end in the depth's number.
constexpr ParameterEntry make_drift_below(std::string_view name, std::string_view other_part) {
  const bool is_east = name.front() == 'u';
  const int number = name.back() - '0';
  FieldInfo info{name,
                 "m s-1",
                 "",
                 is_east
                     ? "eastward Stokes drift below the surface, at the depth [m] in the attribute depth"
                     : "northward Stokes drift below the surface, at the depth [m] in the attribute depth",
                 -10,
                 10,
                 as_is,
                 is_east ? east : north,
                 other_part};
  info.depth_number = number;
  return {info, Parameter(int(Parameter::stokes_drift_below) + 2 * (number - 1) + (is_east ? 0 : 1))};
}

constexpr ParameterEntry all_parameters[] = {
    {{"hs", "m", "sea_surface_wave_significant_height", "significant wave height", 0, 40},
     Parameter::significant_height},
    {{"tp", "s", "sea_surface_wave_period_at_variance_spectral_density_maximum", "peak period", 0, 100},
     Parameter::peak_period},
    {{"fp", "s-1", "sea_surface_wave_frequency_at_variance_spectral_density_maximum", "peak frequency", 0,
      10},
     Parameter::peak_frequency},
    {{"t01", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_first_frequency_moment",
      "mean period m0/m1", 0, 100},
     Parameter::mean_period_m01},
    {{"t02", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
      "mean period sqrt(m0/m2)", 0, 100},
     Parameter::mean_period_m02},
    {{"t0m1", "s", "sea_surface_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
      "mean period m-1/m0 (energy period)", 0, 100},
     Parameter::mean_period_m10},
    {{"dir", "rad", "sea_surface_wave_from_direction", "mean direction that waves come from", 0, 360, from},
     Parameter::mean_direction},
    {{"dp", "rad", "sea_surface_wave_from_direction_at_variance_spectral_density_maximum",
      "direction that waves of the spectral peak come from", 0, 360, from},
     Parameter::peak_direction},
    {{"spr", "rad", "sea_surface_wave_directional_spread", "directional spread (Kuik et al. 1988)", 0, 90,
      FileForm::degrees},
     Parameter::directional_spread},
    {{"phs0", "m", "sea_surface_wind_wave_significant_height", "significant height of the wind sea", 0, 40},
     Parameter::wind_sea_height},
    {{"pt0m1_0", "s",
      "sea_surface_wind_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
      "mean period m-1/m0 of the wind sea", 0, 100},
     Parameter::wind_sea_mean_period_m10},
    {{"pt02_0", "s",
      "sea_surface_wind_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
      "mean period sqrt(m0/m2) of the wind sea", 0, 100},
     Parameter::wind_sea_mean_period_m02},
    {{"pdir0", "rad", "sea_surface_wind_wave_from_direction", "mean direction that the wind sea comes from",
      0, 360, from},
     Parameter::wind_sea_mean_direction},
    {{"phs1", "m", "sea_surface_swell_wave_significant_height", "significant height of all swell", 0, 40},
     Parameter::swell_height},
    {{"pt0m1_1", "s",
      "sea_surface_swell_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment",
      "mean period m-1/m0 of all swell", 0, 100},
     Parameter::swell_mean_period_m10},
    {{"pt02_1", "s",
      "sea_surface_swell_wave_mean_period_from_variance_spectral_density_second_frequency_moment",
      "mean period sqrt(m0/m2) of all swell", 0, 100},
     Parameter::swell_mean_period_m02},
    {{"pdir1", "rad", "sea_surface_swell_wave_from_direction", "mean direction that all swell comes from", 0,
      360, from},
     Parameter::swell_mean_direction},
    {{"uuss", "m s-1", "sea_surface_wave_stokes_drift_eastward_velocity",
      "eastward Stokes drift at the surface", -10, 10, as_is, east, "vuss"},
     Parameter::stokes_drift_east},
    {{"vuss", "m s-1", "sea_surface_wave_stokes_drift_northward_velocity",
      "northward Stokes drift at the surface", -10, 10, as_is, north, "uuss"},
     Parameter::stokes_drift_north},
    {{"lm", "m", "sea_surface_wave_mean_wavelength_from_variance_spectral_density_inverse_wavenumber_moment",
      "mean wave length 2 pi int int E/k / m0", 0, 3200},
     Parameter::mean_wave_length},
    {{"cge", "W m-1", "sea_surface_wave_energy_flux", "energy flux of the waves, rho_w g int int c_g E", 0,
      1e7f},
     Parameter::energy_flux},
    {{"ptp0", "s", "sea_surface_wind_wave_period_at_variance_spectral_density_maximum",
      "peak period of the wind sea", 0, 100},
     Parameter::wind_sea_peak_period},
    {{"ptp1", "s", "sea_surface_swell_wave_period_at_variance_spectral_density_maximum",
      "peak period of all swell", 0, 100},
     Parameter::swell_peak_period},
    {{"mssu", "1", "sea_surface_mean_square_upwave_slope",
      "mean square slope along its principal axis, up to the last frequency", 0, 1},
     Parameter::mean_square_slope_upwave},
    {{"mssc", "1", "sea_surface_mean_square_crosswave_slope", "mean square slope across that axis", 0, 1},
     Parameter::mean_square_slope_crosswave},
    {{"utus", "m2 s-1", "", "eastward Stokes transport", -1000, 1000, as_is, east, "vtus"},
     Parameter::stokes_transport_east},
    {{"vtus", "m2 s-1", "", "northward Stokes transport", -1000, 1000, as_is, north, "utus"},
     Parameter::stokes_transport_north},
    {{"bhd", "m2 s-2", "", "Bernoulli head of the waves, int int g k E / sinh 2kd", 0, 1000},
     Parameter::bernoulli_head},
    {{"ubr", "m s-1", "", "rms of the vector of the orbital velocity at the sea bed", 0, 100},
     Parameter::bottom_velocity},
    {{"abr", "m", "", "rms of the vector of the orbital excursion at the sea bed", 0, 1000},
     Parameter::bottom_excursion},
    {{"sxx", "N m-1", "", "radiation stress, eastward component of eastward momentum", 0, 1e7f},
     Parameter::radiation_stress_xx},
    {{"sxy", "N m-1", "", "radiation stress, northward component of eastward momentum", -1e7f, 1e7f},
     Parameter::radiation_stress_xy},
    {{"syy", "N m-1", "", "radiation stress, northward component of northward momentum", 0, 1e7f},
     Parameter::radiation_stress_yy},
    make_drift_below("uus1", "vus1"),
    make_drift_below("vus1", "uus1"),
    make_drift_below("uus2", "vus2"),
    make_drift_below("vus2", "uus2"),
    make_drift_below("uus3", "vus3"),
    make_drift_below("vus3", "uus3"),
    make_drift_below("uus4", "vus4"),
    make_drift_below("vus4", "uus4"),
    make_drift_below("uus5", "vus5"),
    make_drift_below("vus5", "uus5"),
    make_drift_below("uus6", "vus6"),
    make_drift_below("vus6", "uus6"),
    make_drift_below("uus7", "vus7"),
    make_drift_below("vus7", "uus7"),
    make_drift_below("uus8", "vus8"),
    make_drift_below("vus8", "uus8"),
};

constexpr bool are_in_order() {
  for (int p = 0; p < n_parameter; ++p)
    if (all_parameters[p].parameter != Parameter(p)) return false;
  return true;
}
static_assert(std::size(all_parameters) == n_parameter && are_in_order(),
              "each parameter has one row, in the order of the enumeration");

}  // namespace

const FieldInfo& parameter_info(Parameter parameter) {
  return all_parameters[std::size_t(parameter)];
}

Parameter parameter_from_name(std::string_view name) {
  return find_named(all_parameters, name, "parameter '", name, "' is not known").parameter;
}

}  // namespace groundswell
