// SPDX-License-Identifier: Apache-2.0
// The loss of short waves to longer breakers that overtake them. Package `st4`. Reference: Ardhuin et al.
// 2010, section 4; crest lengths by Banner et al. 2000.
#pragma once

#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_tables.hpp"

namespace groundswell {

// The rate at (f, theta) is the sum over longer waves (f', theta') of |c - c'| Lambda(f', theta'), where
// Lambda dk' dtheta' is the length of breaking crests per area. In deep water |c - c'| / c' depends on the
// ratio of the frequencies and the angle between the waves only, and is a sum of harmonics of this angle;
// four of them give the rate to 2e-5 of its largest value, and turn the sum over all pairs of bins into one
// over pairs of rows.
template <class Real>
class CumulativeBreaking {
 public:
  using T = Scalar<Real>;

  GS_HD CumulativeBreaking(const SourceTables<T>& tables, const CellScratch<Real>& scratch)
      : g_(tables.grid), t_(tables.st4), s_(scratch) {}

  GS_HD GS_INLINE void start() { first_ = g_.n_freq; }

  // Adds the breakers of a row, of the saturation B' / B_r [dir] and its largest value.
  template <class Lane>
  GS_HD GS_INLINE void add_row(Lane lane, int freq, Real largest, const Real* saturation) {
    if (!any(largest > Real(1))) return add_quiet_row(lane, freq);
    if (first_ > freq) first_ = freq;
    const Real weight(t_.crest_weight[freq] * t_[St4::breaking_threshold]);
    const auto sums = sum_bins<Harmonics>(lane, g_.n_dir, [&](int dir) {
      const Real root = maximum(square_root(saturation[dir]) - Real(1), Real(0)),
                 crests = weight * root * root;
      Harmonics one;
      one.value[0] = crests;
      for (int n = 0; n < n_harmonic; ++n) {
        one.value[1 + n] = crests * Real(t_.cosine[n * g_.n_dir + dir]);
        one.value[1 + n_harmonic + n] = crests * Real(t_.sine[n * g_.n_dir + dir]);
      }
      return one;
    });
    Real* row = crests_of(freq);
    for_bins(lane, n_value, [&](int i) { row[i] = sums.value[i]; });
    barrier(lane);
  }
  // A row without breakers.
  template <class Lane>
  GS_HD GS_INLINE void add_quiet_row(Lane lane, int freq) const {
    Real* row = crests_of(freq);
    for_bins(lane, n_value, [&](int i) { row[i] = Real(0); });
  }

  // Adds the rates [s-1] of a row, by direction. Precondition: all lower rows have been added.
  template <class Lane>
  GS_HD GS_INLINE void add_losses(Lane lane, int freq, Real* loss) const {
    if (freq - t_.rows_between < first_) return;
    Harmonics rate;
    for (int i = 0; i < n_value; ++i) rate.value[i] = Real(0);
    for (int row = first_; row <= freq - t_.rows_between; ++row) {
      const T* a = t_.difference + (freq - row) * (n_harmonic + 1);
      const Real* crests = crests_of(row);
      rate.value[0] += Real(a[0]) * crests[0];
      for (int n = 1; n <= n_harmonic; ++n) {
        rate.value[n] += Real(a[n]) * crests[n];
        rate.value[n_harmonic + n] += Real(a[n]) * crests[n_harmonic + n];
      }
    }
    for_bins(lane, g_.n_dir, [&](int dir) {
      Real sum = rate.value[0];
      for (int n = 0; n < n_harmonic; ++n)
        sum += rate.value[1 + n] * Real(t_.cosine[n * g_.n_dir + dir]) +
               rate.value[1 + n_harmonic + n] * Real(t_.sine[n * g_.n_dir + dir]);
      loss[dir] += maximum(sum, Real(0));
    });
    barrier(lane);
  }

 private:
  static constexpr int n_value = 2 * n_harmonic + 1;  // the mean, cosines, sines
  struct Harmonics {
    Real value[n_value];
    GS_HD GS_INLINE Harmonics& operator+=(const Harmonics& o) {
      for (int i = 0; i < n_value; ++i) value[i] += o.value[i];
      return *this;
    }
  };
  GS_HD GS_INLINE Real* crests_of(int freq) const { return s_.crests + freq * n_value; }

  const SourceGrid<T>& g_;
  const St4Tables<T>& t_;
  const CellScratch<Real>& s_;
  int first_ = 0;  // first row with breakers
};

}  // namespace groundswell
