// SPDX-License-Identifier: Apache-2.0
// Scratch memory of the source step for one cell (or pack of cells): its spectrum and the rows that the terms
// pass to each other. It is allocated once per thread, outside the step, as one block of `Real` that is cut
// into pieces.
#pragma once

#include <cstddef>

#include "exec/host_device.hpp"
#include "source_terms/source_tables.hpp"

namespace groundswell {

template <class Real>
struct CellScratch {
  Real* variance;    // [freq][dir] E [m2 Hz-1 rad-1]
  Real* other;       // [freq][dir], a second spectrum
  Real* wavenumber;  // [freq], as are the following
  Real* log_wavenumber;
  Real* input_log;
  Real* input_slope;
  Real* input_strength;
  Real* damping_strength;
  Real* damping_speed;
  Real* row_sum;
  Real* wind_sea_sum;
  Real* gain_sum;
  Real* sub_step;
  Real* share_kept;
  Real* share_arrived;
  Real* loss;
  Real* linear;
  Real* limit;
  Real* felt_share;   // what the sheltered wind of a row has of u*
  Real* wind_cosine;  // max(cos(theta - wind), 0) [dir], as are the following
  Real* wind_turn;    // cos(theta - wind), also if negative
  Real* inverse_cosine;
  Real* cosine_squared;
  Real* cosine_fourth;
  Real* stress;
  Real* zero;
  Real* growth;          // [freq][dir]
  Real* transfer;        // [ring][dir]
  Real* transfer_slope;  // [ring][dir]
  Real* padded[4];       // [-padding .. n_dir + padding)
  Real* loss_of_bin;     // [freq][dir] if losses depend on direction
  Real* crests;          // [freq][2 n_harmonic + 1] harmonics of the breaking crests
  Real* sector;          // [-sector .. n_dir + sector) a row, periodically extended
};

// Extends a padded row of n values periodically by `width` values at both ends.
template <class Real>
GS_HD GS_INLINE void extend_periodically(Real* row, int n, int width) {
  for (int i = 0; i < width; ++i) {
    row[-1 - i] = row[n - 1 - i];
    row[n + i] = row[i];
  }
}

// Size of the block in units of `Real`: two spectra, the growth rates and the losses of one, rows by
// frequency, rows by direction, two rings, padded rows, crests, the sector.
template <class T>
GS_HD inline std::size_t scratch_size(const SourceTables<T>& tables) {
  const auto& grid = tables.grid;
  const auto& q = tables.quadruplets;
  return 4 * std::size_t(grid.n_freq) * grid.n_dir + std::size_t(18 + 2 * n_harmonic) * grid.n_freq +
         8 * std::size_t(grid.n_dir) + 2 * std::size_t(q.ring) * grid.n_dir +
         4 * std::size_t(grid.n_dir + 2 * q.padding) + 2 * std::size_t(tables.st4.sector) + 24;
}

template <class Real, class T>
GS_HD inline CellScratch<Real> cut_scratch(Real* block, const SourceTables<T>& tables) {
  const auto& grid = tables.grid;
  const auto& q = tables.quadruplets;
  CellScratch<Real> s;
  const auto take = [&block](int size) {
    Real* piece = block;
    block += size;
    return piece;
  };
  // A spectrum is read and written in blocks of 8 bins, so there is room for 8 bins beyond its end.
  s.variance = take(grid.n_freq * grid.n_dir + 8);
  s.other = take(grid.n_freq * grid.n_dir + 8);
  for (Real** piece :
       {&s.wavenumber, &s.log_wavenumber, &s.input_log, &s.input_slope, &s.input_strength,
        &s.damping_strength, &s.damping_speed, &s.row_sum, &s.wind_sea_sum, &s.gain_sum, &s.sub_step,
        &s.share_kept, &s.share_arrived, &s.loss, &s.linear, &s.limit, &s.felt_share})
    *piece = take(grid.n_freq);
  for (Real** piece : {&s.wind_cosine, &s.wind_turn, &s.inverse_cosine, &s.cosine_squared, &s.cosine_fourth,
                       &s.stress, &s.zero})
    *piece = take(grid.n_dir);
  s.growth = take(grid.n_freq * grid.n_dir);
  s.transfer = take(q.ring * grid.n_dir);
  s.transfer_slope = take(q.ring * grid.n_dir);
  for (Real*& piece : s.padded) piece = take(grid.n_dir + 2 * q.padding) + q.padding;
  s.loss_of_bin = take(grid.n_freq * grid.n_dir);
  s.crests = take(grid.n_freq * (2 * n_harmonic + 1));
  s.sector = take(grid.n_dir + 2 * tables.st4.sector) + tables.st4.sector;
  return s;
}

}  // namespace groundswell
