// SPDX-License-Identifier: Apache-2.0
// Integral parameters of spectra, which a run writes for each cell: heights, periods, directions, wind sea
// and swell, Stokes drift. The moments are m_n = int int f^n E df dtheta, with an f^-5 tail above the last
// frequency. Directions here are geographic directions of travel, in radians counter-clockwise from east, in
// [0, 2 pi). Reference: Holthuijsen 2007, Waves in Oceanic and Coastal Waters, chapters 3 and 6; Kuik et al.
// 1988 (spread).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "exec/array.hpp"
#include "exec/for_cells.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

struct FieldInfo;

// The largest number of depths at which the Stokes drift can be computed.
inline constexpr int n_stokes_depth = 8;

// Each parameter has a row in parameters_info.cpp and a line in compute_parameter_values. Without waves,
// heights, drift, flux and slopes are 0 and all others NaN.
enum class Parameter {
  significant_height,        // Hs = 4 sqrt(m0) [m]
  peak_period,               // Tp = 1 / fp [s]
  peak_frequency,            // fp, top of the parabola through three bins around the peak of E(f) [Hz]
  mean_period_m01,           // m0 / m1 [s]
  mean_period_m02,           // sqrt(m0 / m2) [s]
  mean_period_m10,           // m-1 / m0 [s]
  mean_direction,            // atan2(int int E sin, int int E cos) [rad]
  peak_direction,            // mean direction in the frequency bin of the peak [rad]
  directional_spread,        // sqrt(2 (1 - |int int E exp(i theta)| / m0)), Kuik et al. 1988 [rad]
  wind_sea_height,           // Hs of bins with 28 wind_sea_factor (u*/c) cos(theta - wind) >= 1 [m]
  wind_sea_mean_period_m10,  // [s]
  wind_sea_mean_period_m02,  // [s]
  wind_sea_mean_direction,   // [rad]
  swell_height,              // Hs of all other bins [m]
  swell_mean_period_m10,     // [s]
  swell_mean_period_m02,     // [s]
  swell_mean_direction,      // [rad]
  stokes_drift_east,         // at the surface: int int sigma k (1 + tanh^-2 kd) E cos [m s-1]
  stokes_drift_north,        // [m s-1]
  mean_wave_length,          // 2 pi int int E / k / m0 [m]
  energy_flux,               // water_density g int int cg E [W m-1]
  wind_sea_peak_period,      // Tp of the bins of the wind sea [s]
  swell_peak_period,         // [s]
  mean_square_slope_upwave,  // mean square slope int int k^2 E along its principal axis, without a tail
  mean_square_slope_crosswave,
  stokes_transport_east,  // int int E g k / sigma cos, the drift integrated over the depth [m2 s-1]
  stokes_transport_north,
  bernoulli_head,       // int int g k E / sinh 2kd [m2 s-2]
  bottom_velocity,      // sqrt(int int sigma^2 E / sinh^2 kd), the rms of the velocity vector [m s-1]
  bottom_excursion,     // sqrt(int int E / sinh^2 kd), the rms of the displacement vector [m]
  radiation_stress_xx,  // water_density g int int E (n (1 + cos^2) - 1/2), n = cg k / sigma [N m-1]
  radiation_stress_xy,  // water_density g int int E n cos sin
  radiation_stress_yy,  // water_density g int int E (n (1 + sin^2) - 1/2)
  stokes_drift_below,   // at the depths of ParameterSettings: east and north at the first one, and so on
};
inline constexpr int n_parameter = int(Parameter::stokes_drift_below) + 2 * n_stokes_depth;

// Name, unit and other metadata of the parameter in output files.
const FieldInfo& parameter_info(Parameter parameter);
// Throws Error if no parameter has this name.
Parameter parameter_from_name(std::string_view name);

struct ParameterSettings {
  // Multiplies the wind-sea criterion: 1 as in Komen et al. 1984, 1.2 as in WAM's output.
  double wind_sea_factor = 1.0;
  // Adds the f^-5 tail above the last frequency; switch it off to compare with values that were computed from
  // the bins in a file alone.
  bool tail = true;
  // Depths [m] below the surface of the Stokes drift that is not that of the surface; at most n_stokes_depth.
  std::vector<double> stokes_depths = {};
};

// The number 1, 2, ... of the depth in ParameterSettings at which a parameter is meant; 0 if at none of them.
inline constexpr int stokes_depth_of(Parameter parameter) {
  const int below = int(parameter) - int(Parameter::stokes_drift_below);
  return below < 0 ? 0 : below / 2 + 1;
}

// What the parameters are computed from, per cell. Views (but not rows) may be empty: without
// `friction_velocity` all waves are swell; without `frame_angle` the axes of all frames are local east and
// north; `depth` is needed for the parameters from stokes_transport_east on.
struct ParameterInputs {
  Rows<const float> action;             // [cell][freq * dir] N = E / sigma [m2 Hz-1 rad-1 s]
  Rows<const float> wavenumber;         // [cell][freq] [rad m-1], as in DispersionTable
  View<const float> friction_velocity;  // [cell] u* [m s-1]
  View<const float> wind_x, wind_y;     // [cell] 10 m wind in the cell's direction frame [m s-1]
  View<const float> frame_angle;        // [cell] theta_geographic - theta_frame [rad]
  View<const float> depth = {};         // [cell] [m], of which `wavenumber` is
};

// Output: one view per parameter, one value per cell. Parameters with an empty view are not written.
struct ParameterArrays {
  std::array<View<float>, n_parameter> views;
  View<float>& operator[](Parameter parameter) { return views[std::size_t(parameter)]; }
  const View<float>& operator[](Parameter parameter) const { return views[std::size_t(parameter)]; }
};

// Owns one array per parameter, one value per cell.
class ParameterFields {
 public:
  explicit ParameterFields(std::size_t n_cell);
  ParameterArrays arrays();
  const Array<float>& operator[](Parameter parameter) const { return values_[std::size_t(parameter)]; }

 private:
  std::array<Array<float>, n_parameter> values_;
};

// Computes the parameters for which `out` has a view, in cells [cells.begin, cells.end). The result in a cell
// depends, bit for bit, only on the input of that cell. The drift at a depth that is not given is NaN. Throws
// Error if a table is too short for the cells or the grid, and for too many depths.
void compute_parameters(Backend backend, Range cells, const SpectralGrid& grid, const ParameterInputs& inputs,
                        const ParameterArrays& out, const ParameterSettings& settings = {});

}  // namespace groundswell
