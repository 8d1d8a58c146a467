// SPDX-License-Identifier: Apache-2.0
// Computes the integral parameters of a cell from sums over its spectrum. References: Holthuijsen 2007
// (periods, heights); Kuik et al. 1988, Journal of Physical Oceanography 18 (spread).
#pragma once

#include <cmath>

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "simd/pack.hpp"
#include "spectrum/parameters.hpp"

namespace groundswell {

// Moments of a part of the spectrum: m[n + 1] = int int f^n E, n = -1..2, and (x, y) = int int E (cos theta,
// sin theta).
template <class Real>
struct Moments {
  Real m[4];
  Real x, y;
};

// The peak of E(f): its index, and E(f) there and at the two neighbouring frequencies.
template <class Real>
struct SpectrumPeak {
  Real freq, e_below, e_peak, e_above;
};

// A symmetric tensor of two dimensions: half of the sum and of the difference of its diagonal, and the other
// element.
template <class Real>
struct TensorSums {
  Real mean, apart, across;
};

// Sums for the water below the surface.
template <class Real>
struct ColumnSums {
  Real transport_x, transport_y;                          // int int E g k / sigma (cos, sin) [m2 s-1]
  Real head;                                              // int int g k E / sinh 2kd [m2 s-2]
  Real velocity, excursion;                               // int int (sigma^2, 1) E / sinh^2 kd [m2 s-2, m2]
  Real drift_x[n_stokes_depth], drift_y[n_stokes_depth];  // [m s-1]
};

// The sums over one cell's spectrum that most parameters need.
template <class Real>
struct ParameterSums {
  Moments<Real> sea, swell;
  Real stokes_x, stokes_y;
  Real over_wavenumber, energy_flux;  // int int E / k [m3], int int cg E [m3 s-1]
  SpectrumPeak<Real> peak, sea_peak, swell_peak;
  Real peak_x, peak_y;
};

// Below this variance [m2] (Hs of 4 micrometres) the sea is calm and has no period or direction.
inline constexpr double calm_sea_variance = 1e-12;

// Frequency at the top of the parabola through the peak's bin at `f` [Hz] and its two neighbours at f / ratio
// and f ratio; `f` itself if a neighbour is missing.
template <class T>
GS_HD inline T compute_peak_frequency(T f, T ratio, T e_below, T e_peak, T e_above) {
  const T below = f * (T(1) - T(1) / ratio), above = f * (ratio - T(1));
  const T slope_below = (e_peak - e_below) / below, slope_above = (e_above - e_peak) / above;
  const T curvature = (slope_above - slope_below) / (below + above);
  if (!(curvature < T(0))) return f;
  const T slope_here = slope_above - curvature * above;
  return f - slope_here / (T(2) * curvature);
}

// As above, for a SpectrumPeak, whose bin is at frequency[peak.freq].
template <class T>
GS_HD inline T compute_peak_frequency(const SpectrumPeak<T>& peak, const T* frequency, T ratio) {
  return compute_peak_frequency(frequency[int(peak.freq)], ratio, peak.e_below, peak.e_peak, peak.e_above);
}

// Ratio of group to phase speed: 1/2 (1 + 2 kd / sinh 2kd) in terms of t = tanh kd = sigma^2 / (g k), because
// 1 / sinh 2kd = (1 - t^2) / (2 t).
template <class Real>
GS_HD inline Real group_speed_ratio(Real t) {
  const Real one(1), zero(0);
  const Real kd = Real(0.5) * logarithm((one + t) / maximum(one - t, Real(1e-30)));
  return Real(0.5) * (one + kd * maximum(one - t * t, zero) / t);
}

// Directional spread [rad] from m0 and the vector (x, y) = int int E (cos, sin) (Kuik et al. 1988, eq. 34).
template <class T>
GS_HD inline T compute_directional_spread(T m0, T x, T y) {
  const T r = square_root(x * x + y * y) / m0;
  return square_root(T(2) * (r < T(1) ? T(1) - r : T(0)));
}

// Direction of a vector turned by `angle` [rad], in [0, 2 pi).
template <class T>
GS_HD inline T compute_direction(T x, T y, T angle) {
  using std::atan2, std::floor;
  const T turn = T(2.0 * pi);
  T direction = atan2(y, x) + angle;
  direction -= turn * floor(direction / turn);
  return direction < turn ? direction : T(0);
}

// The parameters of one cell.
template <class T>
struct ParameterValues {
  GS_HD T& operator[](Parameter parameter) { return value[int(parameter)]; }
  GS_HD T operator[](Parameter parameter) const { return value[int(parameter)]; }
  T value[n_parameter];
};

// Height, mean periods and mean direction of a part of the spectrum; in a calm sea all but the height are
// NaN.
template <class T>
struct PartValues {
  T height, period_m01, period_m02, period_m10, direction;
};

template <class T>
GS_HD inline PartValues<T> compute_part_values(const Moments<T>& part, T frame_angle) {
  const T none = T(__builtin_nanf(""));
  PartValues<T> values{T(4) * square_root(part.m[1]), none, none, none, none};
  if (!(part.m[1] >= T(calm_sea_variance))) return values;
  values.period_m01 = part.m[1] / part.m[2];
  values.period_m02 = square_root(part.m[1] / part.m[3]);
  values.period_m10 = part.m[0] / part.m[1];
  values.direction = compute_direction(part.x, part.y, frame_angle);
  return values;
}

// Sets the mean square slopes along the principal axes.
template <class T>
GS_HD inline void set_slopes(const TensorSums<T>& slopes, ParameterValues<T>& values) {
  const T mean = slopes.mean,
          apart = square_root(slopes.apart * slopes.apart + slopes.across * slopes.across);
  values[Parameter::mean_square_slope_upwave] = mean + apart;
  values[Parameter::mean_square_slope_crosswave] = mean > apart ? mean - apart : T(0);
}

// Sets the radiation stress along east and north, turned by the frame's angle [rad].
template <class T>
GS_HD inline void set_stress(const TensorSums<T>& stress, T frame_angle, ParameterValues<T>& values) {
  using std::cos, std::sin;
  const T weight = T(water_density * gravity), c = cos(T(2) * frame_angle), s = sin(T(2) * frame_angle);
  const T apart = c * stress.apart - s * stress.across;
  values[Parameter::radiation_stress_xx] = weight * (stress.mean + apart);
  values[Parameter::radiation_stress_xy] = weight * (s * stress.apart + c * stress.across);
  values[Parameter::radiation_stress_yy] = weight * (stress.mean - apart);
}

// Sets the parameters of the water below the surface, whose vectors are turned by the frame's angle [rad].
template <class T>
GS_HD inline void set_column(const ColumnSums<T>& column, T frame_angle, ParameterValues<T>& values) {
  using std::cos, std::sin;
  const T c = cos(frame_angle), s = sin(frame_angle);
  values[Parameter::stokes_transport_east] = c * column.transport_x - s * column.transport_y;
  values[Parameter::stokes_transport_north] = s * column.transport_x + c * column.transport_y;
  values[Parameter::bernoulli_head] = column.head;
  values[Parameter::bottom_velocity] = square_root(column.velocity);
  values[Parameter::bottom_excursion] = square_root(column.excursion);
  for (int i = 0; i < n_stokes_depth; ++i) {
    const int east = int(Parameter::stokes_drift_below) + 2 * i;
    values.value[east] = c * column.drift_x[i] - s * column.drift_y[i];
    values.value[east + 1] = s * column.drift_x[i] + c * column.drift_y[i];
  }
}

// Computes the parameters from the sums, except slopes, stress and those of the column. `frequency` [freq]
// holds the frequencies of the grid [Hz]; `frame_angle` [rad] is added to directions in the cell's frame to
// make them geographic.
template <class T>
GS_HD inline ParameterValues<T> compute_parameter_values(const ParameterSums<T>& sums, const T* frequency,
                                                         T ratio, T frame_angle) {
  Moments<T> all;
  for (int n = 0; n < 4; ++n) all.m[n] = sums.sea.m[n] + sums.swell.m[n];
  all.x = sums.sea.x + sums.swell.x;
  all.y = sums.sea.y + sums.swell.y;
  const PartValues<T> total = compute_part_values(all, frame_angle);
  const PartValues<T> sea = compute_part_values(sums.sea, frame_angle);
  const PartValues<T> swell = compute_part_values(sums.swell, frame_angle);
  const auto peak_of = [&](const Moments<T>& part, const SpectrumPeak<T>& peak) {
    return part.m[1] >= T(calm_sea_variance) ? compute_peak_frequency(peak, frequency, ratio)
                                             : T(__builtin_nanf(""));
  };
  const T peak = peak_of(all, sums.peak);
  T peak_direction = T(__builtin_nanf("")), spread = peak_direction, length = spread;
  if (all.m[1] >= T(calm_sea_variance)) {
    peak_direction = compute_direction(sums.peak_x, sums.peak_y, frame_angle);
    spread = compute_directional_spread(all.m[1], all.x, all.y);
    length = T(2.0 * pi) * sums.over_wavenumber / all.m[1];
  }
  using std::cos, std::sin;
  const T c = cos(frame_angle), s = sin(frame_angle);
  ParameterValues<T> values;
  values[Parameter::significant_height] = total.height;
  values[Parameter::peak_period] = T(1) / peak;
  values[Parameter::peak_frequency] = peak;
  values[Parameter::mean_period_m01] = total.period_m01;
  values[Parameter::mean_period_m02] = total.period_m02;
  values[Parameter::mean_period_m10] = total.period_m10;
  values[Parameter::mean_direction] = total.direction;
  values[Parameter::peak_direction] = peak_direction;
  values[Parameter::directional_spread] = spread;
  values[Parameter::wind_sea_height] = sea.height;
  values[Parameter::wind_sea_mean_period_m10] = sea.period_m10;
  values[Parameter::wind_sea_mean_period_m02] = sea.period_m02;
  values[Parameter::wind_sea_mean_direction] = sea.direction;
  values[Parameter::swell_height] = swell.height;
  values[Parameter::swell_mean_period_m10] = swell.period_m10;
  values[Parameter::swell_mean_period_m02] = swell.period_m02;
  values[Parameter::swell_mean_direction] = swell.direction;
  values[Parameter::stokes_drift_east] = c * sums.stokes_x - s * sums.stokes_y;
  values[Parameter::stokes_drift_north] = s * sums.stokes_x + c * sums.stokes_y;
  values[Parameter::mean_wave_length] = length;
  values[Parameter::energy_flux] = T(water_density * gravity) * sums.energy_flux;
  values[Parameter::wind_sea_peak_period] = T(1) / peak_of(sums.sea, sums.sea_peak);
  values[Parameter::swell_peak_period] = T(1) / peak_of(sums.swell, sums.swell_peak);
  return values;
}

}  // namespace groundswell
