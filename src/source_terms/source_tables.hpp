// SPDX-License-Identifier: Apache-2.0
// All source-term data that is independent of cells: the spectral grid as seen by kernels, the constants of
// the chosen physics, and the weights of the quadruplets. The tables are plain pointers, so that a kernel can
// take them by value; SourceTableSet owns the memory. T = float is used for packs and floats, T = double for
// the balance and tests.
#pragma once

#include <vector>

#include "exec/array.hpp"
#include "exec/host_device.hpp"
#include "source_terms/source_settings.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// How the means in whitecapping are weighted: `low` by k^(-1/2) and 1/sigma, `high` by k^(1/2) and sigma.
enum class MeanKind { low, high };

// The spectral grid; arrays by frequency have n_freq values, those by direction n_dir.
template <class T>
struct SourceGrid {
  int n_freq = 0, n_dir = 0;
  const T* frequency = nullptr;      // [Hz]
  const T* sigma = nullptr;          // [rad s-1]
  const T* inverse_sigma = nullptr;  // [s rad-1]
  const T* ones = nullptr;
  const T* sigma_of_bin = nullptr;  // [n_freq * n_dir] sigma and its inverse, bin by bin
  const T* inverse_sigma_of_bin = nullptr;
  const T* bin_width = nullptr;         // df dtheta [Hz rad], about half at the first and last frequency
  const T* energy_weight = nullptr;     // [n_freq] weight of a row sum of E in m0, with the tail
  const T* frequency_weight = nullptr;  // [n_freq] its weight in m1, with the tail
  const T* cosine = nullptr;            // of the directions in the cell's frame
  const T* sine = nullptr;
  T direction_width = 0;                   // [rad]
  T log_first = 0, inverse_log_ratio = 0;  // bin of f = (ln f - log_first) inverse_log_ratio
  T tail_step = 0;                         // r^-5: ratio of E in the tail to E one frequency below
};

// Constants of the chosen physics; their meaning and source are given with the term that reads them.
template <class T>
struct SourceConstants {
  PhysicsPackage package = PhysicsPackage::wam4;
  MeanKind means = MeanKind::low;
  SourceTermFlags terms;
  SourceCoefficients coefficients;
  BottomFriction friction = BottomFriction::jonswap;
  bool diagnostic_tail = true;
  T charnock = 0, max_roughness = 0;  // max_roughness: [m] of alpha u*^2 / g; a large number for no limit
  T z_alpha = 0;
  T dissipation = 0, dissipation_delta = 0;
  MeanKind transfer_mean = MeanKind::low;  // of <k> in the depth factor of the nonlinear transfer
  T tail_mean_factor = 0, tail_pm_factor = 0;
  bool tail_of_wind_sea = true;  // whether f_c depends on the mean frequency of the wind sea as well
  T wave_stress_limit = 0;       // a large number for no limit
  T max_friction_share = 0;      // largest u* / U10; a large number for no limit
  T longest_step = 0;            // [s] of the sources
  T largest_growth = 0;          // of a low wind sea by wind in a source step, relative to its energy
  T small_sea = 0;               // [m] significant height above which this share falls, as H^-growth_fall
  T growth_fall = 0;
  T counted_directions = 0;  // see growth_step in step_length.hpp
  T deepest_loss = 0;        // [m] depth beyond which friction and breaking are both negligible
  // |dE| <= dt limit_slope[freq] max(u* (limit_mean ? mean frequency : limit_speed), limit_floor[freq])
  bool limit_mean = false;
  T limit_speed = 0;
  const T* limit_slope = nullptr;
  const T* limit_floor = nullptr;
};

// The quadruplets of the discrete interaction approximation, in steps of the grid (nonlinear_transfer.hpp).
// For row `row` of the loop over frequencies, from 0 to n_freq + minus_shift - 1, f+ lies between rows row +
// plus_shift and the next, f- between row - minus_shift and the next; weights by row include the f^-5 tail
// above the grid and are zero below it.
template <class T>
struct Quadruplets {
  int plus_shift = 0, minus_shift = 0;  // [rows]
  int plus_turn = 0, minus_turn = 0;    // [direction bins] from the centre to the nearer of two bins
  int padding = 0;                      // [direction bins] added at each end of a row
  int ring = 0;                         // number of rows in use at a time
  T plus_freq[2], minus_freq[2];        // weights of the two rows around f+ and f-
  T plus_dir[2], minus_dir[2];          // weights of the nearer bin and the next
  T plus_scale = 0, minus_scale = 0;    // (1 + lambda)^-4, (1 - lambda)^-4
  const T* strength = nullptr;          // C g^-4 f^11
  const T* centre = nullptr;            // factor of E: 1 on the grid, the f^-5 tail above it
  const T* plus_0 = nullptr;            // weights of E in the rows around f+, including plus_scale
  const T* plus_1 = nullptr;
  const T* minus_0 = nullptr;  // including minus_scale
  const T* minus_1 = nullptr;
};

inline constexpr int n_friction_term = 12;  // of the series of the friction factor (air_damping.hpp)
inline constexpr int n_harmonic = 4;        // of the directions of breakers (cumulative_breaking.hpp)

// What the package `st4` needs; empty with other packages.
template <class T>
struct St4Tables {
  T coefficient[n_st4] = {};
  T friction[n_friction_term] = {};  // ln f_w as a polynomial, see friction_factor
  const T* viscous_root = nullptr;   // [n_freq] (2 nu sigma)^(1/2) [m s-1]
  int sector = 0;                    // [direction bins] on each side that count in the saturation
  const T* sector_weight = nullptr;  // [0 .. sector] weight of a bin by its distance
  int rows_between = 0;              // breakers act on waves that are at least so many rows higher
  const T* cosine = nullptr;         // [n_harmonic][n_dir] cos(n theta), n = 1, 2 ...
  const T* sine = nullptr;
  const T* difference = nullptr;    // [n_freq][n_harmonic + 1] a_n by distance in rows
  const T* crest_weight = nullptr;  // [n_freq] factor of a row's crests in the cumulative rate

  GS_HD T operator[](St4 which) const { return coefficient[int(which)]; }
};

template <class T>
struct SourceTables {
  SourceGrid<T> grid;
  SourceConstants<T> constants;
  Quadruplets<T> quadruplets;
  St4Tables<T> st4;
};

template <class T>
class SourceTableSet {
 public:
  // Throws Error for a value out of range.
  SourceTableSet(const SpectralGrid& grid, const SourceTermsSettings& settings);
  const SourceTables<T>& tables() const { return tables_; }

 private:
  const T* keep(const std::vector<double>& values);
  void make_grid(const SpectralGrid& grid);
  void make_constants(const SpectralGrid& grid, const SourceTermsSettings& settings);
  void make_limiter(const SpectralGrid& grid, const SourceTermsSettings& settings);
  void make_quadruplets(const SpectralGrid& grid, double strength);
  void make_st4(const SpectralGrid& grid, const St4Settings& settings);

  std::vector<Array<T>> memory_;
  SourceTables<T> tables_;
};

}  // namespace groundswell
