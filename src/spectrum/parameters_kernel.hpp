// SPDX-License-Identifier: Apache-2.0
// Integral parameters of one cell. The cell kernel first computes frequency spectra (on a GPU with one thread
// per frequency), then their sums; it is written for a type `Real` (a Pack of cells, float or double) and
// runs on the host and in a GPU block. ParameterTables owns the tables of the grid that it reads.
#pragma once

#include <cmath>

#include "base/constants.hpp"
#include "exec/array.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/pack.hpp"
#include "spectrum/parameters.hpp"
#include "spectrum/parameters_formulas.hpp"
#include "spectrum/wave_at_bed.hpp"

namespace groundswell {

// Tables of the grid in the kernel's precision T; ParameterTables owns them.
template <class T>
struct ParameterGrid {
  int n_freq = 0, n_dir = 0;
  const T* frequency = nullptr;        // [freq] [Hz]
  const T* sigma = nullptr;            // [freq] [rad s-1]
  const T* frequency_width = nullptr;  // [freq] [Hz]
  const T* cosine = nullptr;           // [dir]
  const T* sine = nullptr;             // [dir]
  T direction_width = T(0);            // [rad]
  T ratio = T(0);                      // of successive frequencies
  T wind_sea_factor = T(1);
  T tail = T(1);                  // 1 with the f^-5 tail, 0 without
  int n_depth = 0;                // of the Stokes drift below the surface
  const T* depth = nullptr;       // [n_depth] [m] below the surface
  const T* depth_tail = nullptr;  // [n_depth] drift of the tail [m s-1] per E(f_N) [m2 Hz-1]
};

template <class T>
class ParameterTables {
 public:
  ParameterTables(const SpectralGrid& grid, const ParameterSettings& settings)
      : n_freq_(grid.n_freq()),
        n_dir_(grid.n_dir()),
        n_depth_(int(settings.stokes_depths.size())),
        values_(std::size_t(3 * n_freq_ + 2 * n_dir_ + 2 * n_depth_)) {
    for (int freq = 0; freq < n_freq_; ++freq) {
      values_[freq] = T(grid.frequency()[freq]);
      values_[n_freq_ + freq] = T(grid.sigma()[freq]);
      values_[2 * n_freq_ + freq] = T(grid.frequency_width()[freq]);
    }
    for (int dir = 0; dir < n_dir_; ++dir) {
      values_[3 * n_freq_ + dir] = T(std::cos(grid.direction()[dir]));
      values_[3 * n_freq_ + n_dir_ + dir] = T(std::sin(grid.direction()[dir]));
    }
    T* const depths = values_.data() + 3 * n_freq_ + 2 * n_dir_;
    for (int i = 0; i < n_depth_; ++i) {
      depths[i] = T(settings.stokes_depths[std::size_t(i)]);
      depths[n_depth_ + i] =
          T((settings.tail ? 1.0 : 0.0) *
            compute_tail_drift(grid.frequency().back(), settings.stokes_depths[std::size_t(i)]));
    }
    scalars_.direction_width = T(grid.direction_width());
    scalars_.ratio = T(grid.ratio());
    scalars_.wind_sea_factor = T(settings.wind_sea_factor);
    scalars_.tail = settings.tail ? T(1) : T(0);
  }
  // Valid during the lifetime of this object.
  ParameterGrid<T> view() const {
    ParameterGrid<T> grid = scalars_;
    grid.n_freq = n_freq_;
    grid.n_dir = n_dir_;
    grid.frequency = values_.data();
    grid.sigma = grid.frequency + n_freq_;
    grid.frequency_width = grid.sigma + n_freq_;
    grid.cosine = grid.frequency_width + n_freq_;
    grid.sine = grid.cosine + n_dir_;
    grid.n_depth = n_depth_;
    grid.depth = grid.sine + n_dir_;
    grid.depth_tail = grid.depth + n_depth_;
    return grid;
  }

 private:
  int n_freq_, n_dir_, n_depth_;
  Array<T> values_;
  ParameterGrid<T> scalars_;
};

// Wind over one cell (or pack): friction velocity [m s-1] and unit vector of the wind in the cell's frame.
template <class Real>
struct ParameterWind {
  Real friction_velocity, x, y;
};

// Rows of frequency spectra [m2 Hz-1]: the integrals of E, E cos theta and E sin theta over direction, first
// for swell, then for wind sea.
enum ParameterRow { row_e, row_x, row_y, row_sea_e, row_sea_x, row_sea_y, n_parameter_row };

// Number of scratch values that `compute_parameter_sums` needs.
GS_HD inline int parameter_scratch_size(int n_freq) {
  return n_parameter_row * n_freq;
}

// Writes the frequency spectra to scratch [row][freq]. `action(bin)` is N, `wavenumber(freq)` k.
template <class Real, class Lane, class T, class Action, class Wavenumber>
GS_HD inline void update_frequency_spectra(Lane lane, const ParameterGrid<T>& grid, const Action& action,
                                           const Wavenumber& wavenumber, const ParameterWind<Real>& wind,
                                           Real* scratch) {
  const int n = grid.n_freq;
  for_bins(lane, n, [&](int freq) {
    const Real slowness = wavenumber(freq) * Real(T(1) / grid.sigma[freq]);
    const Real age = Real(T(28) * grid.wind_sea_factor) * wind.friction_velocity * slowness;
    Real sum[n_parameter_row];
    for (int r = 0; r < n_parameter_row; ++r) sum[r] = Real(T(0));
    for (int dir = 0; dir < grid.n_dir; ++dir) {
      const Real e = action(freq * grid.n_dir + dir);
      const Real c(grid.cosine[dir]), s(grid.sine[dir]);
      const auto is_sea = age * (wind.x * c + wind.y * s) >= Real(T(1));
      const Real sea = select(is_sea, e, Real(T(0)));
      const Real swell = select(is_sea, Real(T(0)), e);
      sum[row_e] += swell;
      sum[row_x] += swell * c;
      sum[row_y] += swell * s;
      sum[row_sea_e] += sea;
      sum[row_sea_x] += sea * c;
      sum[row_sea_y] += sea * s;
    }
    const Real scale(grid.sigma[freq] * grid.direction_width);  // E = N sigma
    for (int r = 0; r < n_parameter_row; ++r) scratch[r * n + freq] = sum[r] * scale;
  });
}

// int f^power row df with the f^-5 tail: above f_N it adds E(f_N) f_N^(power + 1) / (4 - power).
template <class Real, class Lane, class T>
GS_HD inline Real integrate_row(Lane lane, const ParameterGrid<T>& grid, const Real* row, int power) {
  const Real sum = sum_bins<Real>(lane, grid.n_freq, [&](int freq) {
    const T f = grid.frequency[freq];
    const T weight = power == -1 ? T(1) / f : power == 0 ? T(1) : power == 1 ? f : f * f;
    return row[freq] * Real(weight * grid.frequency_width[freq]);
  });
  const T f = grid.frequency[grid.n_freq - 1];
  const T weight = power == -1 ? T(1) : power == 0 ? f : power == 1 ? f * f : f * f * f;
  return sum + row[grid.n_freq - 1] * Real(grid.tail * weight / T(4 - power));
}

template <class Real, class Lane, class T>
GS_HD inline Moments<Real> compute_moments(Lane lane, const ParameterGrid<T>& grid, const Real* rows) {
  Moments<Real> moments;
  for (int power = -1; power <= 2; ++power) moments.m[power + 1] = integrate_row(lane, grid, rows, power);
  moments.x = integrate_row(lane, grid, rows + grid.n_freq, 0);
  moments.y = integrate_row(lane, grid, rows + 2 * grid.n_freq, 0);
  return moments;
}

// Surface Stokes drift [m s-1] along one axis of the frame: the integral of E times 2 sigma k cosh 2kd / (2
// sinh^2 kd), in terms of tanh kd = sigma^2 / (g k). In deep water, which is assumed in the tail, this factor
// is 16 pi^3 f^3 / g (Kenyon 1969).
template <class Real, class Lane, class T, class Wavenumber>
GS_HD inline Real compute_stokes_drift(Lane lane, const ParameterGrid<T>& grid, const Wavenumber& wavenumber,
                                       const Real* swell_row, const Real* sea_row) {
  const Real sum = sum_bins<Real>(lane, grid.n_freq, [&](int freq) {
    const T sigma = grid.sigma[freq];
    const Real k = wavenumber(freq);
    const Real coth = k * Real(T(gravity) / (sigma * sigma));
    const Real e = (swell_row[freq] + sea_row[freq]) * Real(sigma * grid.frequency_width[freq]);
    return e * k * (Real(T(1)) + coth * coth);
  });
  const int last = grid.n_freq - 1;
  const T f = grid.frequency[last];
  const Real tail(grid.tail * T(16.0 * pi * pi * pi / gravity) * f * f * f * f);
  return sum + (swell_row[last] + sea_row[last]) * tail;
}

// Sets the sums int int E / k and int int cg E, assuming deep water in the tail, where 1/k = g / (2 pi f)^2
// and cg = g / (4 pi f).
template <class Real, class Lane, class T, class Wavenumber>
GS_HD inline void update_length_and_flux(Lane lane, const ParameterGrid<T>& grid,
                                         const Wavenumber& wavenumber, const Real* swell_row,
                                         const Real* sea_row, ParameterSums<Real>& sums) {
  const auto variance = [&](int freq) {
    return (swell_row[freq] + sea_row[freq]) * Real(grid.frequency_width[freq]);
  };
  sums.over_wavenumber =
      sum_bins<Real>(lane, grid.n_freq, [&](int freq) { return variance(freq) / wavenumber(freq); });
  sums.energy_flux = sum_bins<Real>(lane, grid.n_freq, [&](int freq) {
    const T sigma = grid.sigma[freq];
    const Real slowness = wavenumber(freq) * Real(T(1) / sigma);
    return variance(freq) / slowness * group_speed_ratio(Real(sigma / T(gravity)) / slowness);
  });
  const int last = grid.n_freq - 1;
  const Real tail = (swell_row[last] + sea_row[last]) * Real(grid.tail);
  sums.over_wavenumber += tail * Real(T(gravity / (24.0 * pi * pi)) / grid.frequency[last]);
  sums.energy_flux += tail * Real(T(gravity / (20.0 * pi)));
}

// Overwrites the first 3 n_freq values of scratch with the integrals of E (1, cos 2 theta, sin 2 theta) over
// direction and each band [m2], which compute_slopes and compute_stress read.
template <class Real, class Lane, class T, class Action>
GS_HD inline void update_second_harmonics(Lane lane, const ParameterGrid<T>& grid, const Action& action,
                                          Real* scratch) {
  barrier(lane);
  const int n = grid.n_freq;
  for_bins(lane, n, [&](int freq) {
    Real all(T(0)), x(T(0)), y(T(0));
    for (int dir = 0; dir < grid.n_dir; ++dir) {
      const Real e = action(freq * grid.n_dir + dir);
      const T c = grid.cosine[dir], s = grid.sine[dir];
      all += e;
      x += e * Real(c * c - s * s);
      y += e * Real(T(2) * c * s);
    }
    const Real scale(grid.sigma[freq] * grid.direction_width * grid.frequency_width[freq]);
    scratch[freq] = all * scale;
    scratch[n + freq] = x * scale;
    scratch[2 * n + freq] = y * scale;
  });
  barrier(lane);
}

// int int k^2 E (cos^2, cos sin, sin^2), without a tail.
template <class Real, class Lane, class T, class Wavenumber>
GS_HD inline TensorSums<Real> compute_slopes(Lane lane, const ParameterGrid<T>& grid,
                                             const Wavenumber& wavenumber, const Real* scratch) {
  const auto half_of = [&](const Real* row) {
    return Real(T(0.5)) * sum_bins<Real>(lane, grid.n_freq, [&](int freq) {
             const Real k = wavenumber(freq);
             return k * k * row[freq];
           });
  };
  return {half_of(scratch), half_of(scratch + grid.n_freq), half_of(scratch + 2 * grid.n_freq)};
}

// int int E (n (cos^2, cos sin, sin^2) + (n - 1/2) (1, 0, 1)) [m2], n = cg k / sigma, in water of `depth`
// [m], with the tail in deep water, where n = 1/2. Overwrites the next n_freq values of scratch.
template <class Real, class Lane, class T, class Wavenumber>
GS_HD inline TensorSums<Real> compute_stress(Lane lane, const ParameterGrid<T>& grid,
                                             const Wavenumber& wavenumber, Real depth, Real* scratch) {
  const int n = grid.n_freq;
  Real* const ratio = scratch + 3 * n;
  for_bins(lane, n, [&](int freq) {
    ratio[freq] = WaveAtBed<Real>(grid.sigma[freq], wavenumber(freq), depth).speed_ratio();
  });
  barrier(lane);
  const Real half(T(0.5)), tail(T(0.0625) * grid.tail * grid.frequency[n - 1] / grid.frequency_width[n - 1]);
  const auto weighted = [&](const Real* row, Real with_ratio, Real without) {
    const Real sum =
        sum_bins<Real>(lane, n, [&](int freq) { return row[freq] * (with_ratio * ratio[freq] + without); });
    return sum + row[n - 1] * tail;
  };
  return {weighted(scratch, Real(T(1.5)), -half), weighted(scratch + n, half, Real(T(0))),
          weighted(scratch + 2 * n, half, Real(T(0)))};
}

// The maximum of E(f) (of equal values the one at the lowest frequency) and E at the neighbouring frequencies
// (NaN beyond the grid); calls at_peak(higher, freq) for each frequency; `higher` is true (lane by lane) if E
// exceeds all values at lower frequencies.
template <class Real, class Spectrum, class AtPeak>
GS_HD inline SpectrumPeak<Real> find_peak(int n_freq, const Spectrum& spectrum, const AtPeak& at_peak) {
  const Real missing(__builtin_nanf(""));
  SpectrumPeak<Real> peak{Real(0), missing, Real(0), missing};
  Real below = missing, here = spectrum(0);
  for (int freq = 0; freq < n_freq; ++freq) {
    const Real above = freq + 1 < n_freq ? spectrum(freq + 1) : missing;
    const auto higher = here > peak.e_peak;
    peak.freq = select(higher, Real(freq), peak.freq);
    peak.e_below = select(higher, below, peak.e_below);
    peak.e_above = select(higher, above, peak.e_above);
    peak.e_peak = select(higher, here, peak.e_peak);
    at_peak(higher, freq);
    below = here;
    here = above;
  }
  return peak;
}

template <class Real>
GS_HD inline void update_peaks(int n_freq, const Real* scratch, ParameterSums<Real>& sums) {
  const Real* swell = scratch;
  const Real* sea = scratch + row_sea_e * n_freq;
  const auto nothing = [](auto, int) {};
  sums.swell_peak = find_peak<Real>(
      n_freq, [&](int freq) { return swell[freq]; }, nothing);
  sums.sea_peak = find_peak<Real>(
      n_freq, [&](int freq) { return sea[freq]; }, nothing);
  sums.peak_x = sums.peak_y = Real(0);
  sums.peak = find_peak<Real>(
      n_freq, [&](int freq) { return swell[freq] + sea[freq]; },
      [&](auto higher, int freq) {
        const int x = n_freq + freq, y = 2 * n_freq + freq;
        sums.peak_x = select(higher, swell[x] + sea[x], sums.peak_x);
        sums.peak_y = select(higher, swell[y] + sea[y], sums.peak_y);
      });
}

// The cell kernel: all sums over one spectrum except tensors and those of compute_column_sums, which are
// rarely needed. `scratch` holds parameter_scratch_size values, shared by the threads that work on the cell.
template <class Real, class Lane, class T, class Action, class Wavenumber>
GS_HD inline ParameterSums<Real> compute_parameter_sums(Lane lane, const ParameterGrid<T>& grid,
                                                        const Action& action, const Wavenumber& wavenumber,
                                                        const ParameterWind<Real>& wind, Real* scratch) {
  update_frequency_spectra(lane, grid, action, wavenumber, wind, scratch);
  barrier(lane);
  const int n = grid.n_freq;
  ParameterSums<Real> sums;
  sums.swell = compute_moments(lane, grid, scratch);
  sums.sea = compute_moments(lane, grid, scratch + row_sea_e * n);
  sums.stokes_x =
      compute_stokes_drift<Real>(lane, grid, wavenumber, scratch + row_x * n, scratch + row_sea_x * n);
  sums.stokes_y =
      compute_stokes_drift<Real>(lane, grid, wavenumber, scratch + row_y * n, scratch + row_sea_y * n);
  update_length_and_flux<Real>(lane, grid, wavenumber, scratch, scratch + row_sea_e * n, sums);
  update_peaks(n, scratch, sums);
  return sums;
}

}  // namespace groundswell
