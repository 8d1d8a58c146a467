// SPDX-License-Identifier: Apache-2.0
// Energy and momentum that the sources move between air, waves and sea bed in one cell, or in a pack of
// cells. What the waves keep is summed over the changes that the sources have really made, behind limiter,
// budget, tail and losses to depth; what the air gives and neither waves nor bed take goes to the ocean.
// References: WAVEWATCH III manual, "Wave-ocean fluxes"; Komen et al. 1994, III.3; Janssen 1991.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_flux.hpp"
#include "source_terms/source_tables.hpp"

namespace groundswell {

template <class Real>
struct SourceFluxes {
  Real value[n_source_flux] = {};

  GS_HD GS_INLINE Real& operator[](SourceFlux flux) { return value[int(flux)]; }
  GS_HD GS_INLINE Real operator[](SourceFlux flux) const { return value[int(flux)]; }
};

// Sums over a row of a spectrum, of energy and its parts along the axes.
template <class Real>
struct RowVector {
  Real energy, x, y;

  GS_HD GS_INLINE RowVector& operator+=(const RowVector& o) {
    energy += o.energy;
    x += o.x;
    y += o.y;
    return *this;
  }
};

// Weight of a row's sum of E in the momentum int int E k/sigma; that of the last row has the f^-5 tail of
// deep water.
template <class Real>
GS_HD GS_INLINE Real weight_in_momentum(const SourceGrid<Scalar<Real>>& grid, int freq, Real wavenumber) {
  const Real weight = wavenumber * Real(grid.inverse_sigma[freq] * grid.bin_width[freq]);
  if (freq + 1 < grid.n_freq) return weight;
  const Scalar<Real> f = grid.frequency[freq];
  return weight + Real(Scalar<Real>(2.0 * pi / (3.0 * gravity)) * grid.direction_width * f * f);
}

// What the waves gain from the spectra scratch.other to scratch.variance, in a step of dt [s], and what the
// air gives to the resolved ones: growth at the rates scratch.growth [freq][dir] of the mean of both spectra,
// and the linear input. Overwrites the stress and the transfer of the scratch memory.
template <class Real, class Lane>
GS_HD SourceFluxes<Real> sum_changes(Lane lane, const SourceGrid<Scalar<Real>>& g, const CellScratch<Real>& s,
                                     Real dt) {
  // Sums over frequencies by direction.
  Real *given = s.transfer_slope, *energy = s.stress, *momentum = s.transfer;
  for_bins(lane, g.n_dir, [&](int dir) { given[dir] = energy[dir] = momentum[dir] = Real(0); });
  for (int freq = 0; freq < g.n_freq; ++freq) {
    const int first = freq * g.n_dir;
    const Real width(g.bin_width[freq]), energy_weight(g.energy_weight[freq]),
        linear = s.linear[freq], momentum_weight = weight_in_momentum(g, freq, s.wavenumber[freq]);
    for_bins(lane, g.n_dir, [&](int dir) {
      const Real before = s.other[first + dir], gain = s.variance[first + dir] - before,
                 mean = before + Real(0.5) * gain;
      given[dir] += width * (s.growth[first + dir] * mean + linear * s.cosine_fourth[dir]);
      energy[dir] += energy_weight * gain;
      momentum[dir] += momentum_weight * gain;
    });
  }
  barrier(lane);
  SourceFluxes<Real> fluxes;
  fluxes[SourceFlux::air_energy] = dt * sum_bins<Real>(lane, g.n_dir, [&](int dir) { return given[dir]; });
  fluxes[SourceFlux::kept_energy] = sum_bins<Real>(lane, g.n_dir, [&](int dir) { return energy[dir]; });
  fluxes[SourceFlux::kept_x] =
      sum_bins<Real>(lane, g.n_dir, [&](int dir) { return momentum[dir] * Real(g.cosine[dir]); });
  fluxes[SourceFlux::kept_y] =
      sum_bins<Real>(lane, g.n_dir, [&](int dir) { return momentum[dir] * Real(g.sine[dir]); });
  return fluxes;
}

// The waves of a row lose the sum `lost` of E, of which the share `to_bed` goes to the sea bed.
template <class Real>
GS_HD GS_INLINE void add_loss(const SourceGrid<Scalar<Real>>& grid, int freq, Real wavenumber,
                              const RowVector<Real>& lost, Real to_bed, SourceFluxes<Real>& fluxes) {
  const Real momentum = weight_in_momentum(grid, freq, wavenumber);
  const Real energy = Real(grid.energy_weight[freq]) * lost.energy, x = momentum * lost.x,
             y = momentum * lost.y;
  fluxes[SourceFlux::kept_energy] -= energy;
  fluxes[SourceFlux::kept_x] -= x;
  fluxes[SourceFlux::kept_y] -= y;
  fluxes[SourceFlux::bed_energy] += to_bed * energy;
  fluxes[SourceFlux::bed_x] += to_bed * x;
  fluxes[SourceFlux::bed_y] += to_bed * y;
}

// Share of the losses to depth that friction has, of its rate and that of breaking [s-1].
template <class Real>
GS_HD GS_INLINE Real share_of_friction(Real friction, Real breaking) {
  return friction / maximum(friction + breaking, Real(1e-30));
}

}  // namespace groundswell
