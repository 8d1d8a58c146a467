// SPDX-License-Identifier: Apache-2.0
// The source terms of the energy balance, integrated over a time step in each cell independently: wind input
// with the sea-state-dependent stress, whitecapping, nonlinear transfer, bottom friction, breaking, linear
// input, swell damping. References: Komen et al. 1994; Janssen 1991; Hasselmann et al. 1985; Hersbach and
// Janssen 1999.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/work_counts.hpp"
#include "exec/array.hpp"
#include "exec/for_cells.hpp"
#include "source_terms/source_flux.hpp"
#include "source_terms/source_settings.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Forcing of the source terms, by cell; all views have the same number of cells.
struct SourceForcing {
  View<const float> wind_x, wind_y;  // [m s-1] 10 m wind along the axes of the cell's direction frame, at the
                                     // end of the step
  View<const float> depth;           // [m] > 0; infinite allowed
  View<const float> air_density;     // [kg m-3]; if empty, that of base/constants.hpp
  View<const std::uint8_t> blocked;  // 1 = skip the cell (ice); may be empty
  Rows<const float> wavenumber;      // [cell][freq] [rad m-1] at that depth (DispersionTable)
  // Wind and air density at the beginning of the step; in between they are linear in time. If they are empty,
  // the values above hold in the whole step.
  View<const float> first_wind_x = {}, first_wind_y = {}, first_air_density = {};
};

// State changed by the source terms, by cell.
struct SourceState {
  Rows<float> action;             // [cell][freq * dir] N = E / sigma [m2 s Hz-1 rad-1]
  View<float> friction_velocity;  // u* [m s-1], written
  View<float> wave_stress;  // tau_w per air density [m2 s-2], read and written: restart state, initially 0
  View<std::uint16_t> limited_bins;  // number of predicted bins whose last change was limited; may be empty
  View<float> sources_share = {};  // see TransportPass; written for the next step: restart state, initially 0
  // The losses of TransportPass, summed over the passes of this step; empty or 0 if there was no pass.
  View<const float> losses_due = {}, losses_taken = {};
  Rows<float> fluxes = {};  // [cell][n_source_flux] What the step moves is added; may be empty.
};

// Describes a pass of transport: it moved frequencies [0, n_freq), each by its sub-step, and wrote them to
// `after`. It read [0, n_continue) from `before` and the others from `state`, which also holds the
// frequencies that it did not move.
struct TransportPass {
  Rows<const float> state;   // [cell][freq * dir] N
  Rows<const float> before;  // [cell][freq * dir], at least the first n_continue frequencies
  Rows<float> after;         // [cell][freq * dir], at least the first n_freq frequencies; changed
  int n_freq = 0, n_continue = 0;
  double time_step = 0.0;           // [s] of the model
  std::span<const int> n_sub_step;  // [freq] number of sub-steps of time_step
  // [cell] [m2] The losses of the pass are added to `due`, and the part that transport applies to `taken`;
  // the source step applies the rest. sources_share [cell] is the share of the losses that the last source
  // step left to the next one. If these views are empty, transport applies all losses.
  View<float> due = {}, taken = {};
  View<const float> sources_share = {};
  Rows<float> fluxes = {};  // [cell][n_source_flux] What the pass takes is added; may be empty.
  View<const float> friction_velocity = {};  // [cell] u* [m s-1] of the last step, for friction by sea state
};

// One term in one cell, by bin [freq * dir].
struct TermBalance {
  std::string_view name;
  std::vector<double> source;  // S of variance density E [m2 Hz-1 rad-1 s-1]
  std::vector<double> slope;   // dS/dE [s-1]
};

// The terms of one cell, in the order of source_term_list, and what they depend on.
struct SourceBalance {
  // The source of a term. Throws Error for an unknown name.
  const std::vector<double>& operator[](std::string_view name) const;

  std::vector<TermBalance> terms;
  double friction_velocity = 0.0;  // u* [m s-1] from the updated wave stress
  double roughness_length = 0.0;   // z0 [m]
  double wave_stress = 0.0;        // tau_w per air density [m2 s-2]
  double tail_frequency = 0.0;     // f_c [Hz]: above it the tail is diagnostic
};

// The integral of the terms whose `integral` in source_term_list is `name` over each cell's spectrum,
// water_density g int int S df dtheta [W m-2] up to the last frequency, positive if the waves gain energy; by
// cell. It is not computed if the view is empty.
struct SourceIntegral {
  std::string_view name;
  View<float> out;
};

// CPU time of a part of the source step, or of one term.
struct SourceTiming {
  std::string_view name;
  double ns_per_cell_bin = 0.0;
};

// The parts follow each other in a step, except the nonlinear transfer at all frequencies, which is timed on
// its own: a step needs it only below f_c. The time of a term is that of a whole step less that of one
// without the term: work that several terms share is counted for none of them, and a step without a term may
// do more work elsewhere. Only terms that are switched on are listed, in the order of source_term_list.
struct SourceTimings {
  std::vector<SourceTiming> parts, terms;
};

class SourceTerms {
 public:
  // Throws Error for a value out of range.
  SourceTerms(const SpectralGrid& grid, const SourceTermsSettings& settings);
  ~SourceTerms();
  SourceTerms(SourceTerms&&) noexcept;
  SourceTerms& operator=(SourceTerms&&) noexcept;

  // Advances the cells of the range by dt [s], each in as many source steps as its own sea and wind need. The
  // result in a cell depends neither on the range nor on the other cells in it. Only one call may run at a
  // time, because the object owns the scratch memory.
  void integrate(Backend backend, Range cells, const SourceForcing& forcing, const SourceState& state,
                 double dt);

  // Applies bottom friction and depth-induced breaking over one pass, integrated in time exactly or nearly
  // so. Deep cells, in which both are negligible, are not changed.
  void integrate_depth_losses(Backend backend, Range cells, const SourceForcing& forcing,
                              const TransportPass& pass);

  // Sets u* [m s-1] to that of the present waves and wind, for output before the first step; nothing else
  // changes.
  void update_friction_velocity(Backend backend, Range cells, const SourceForcing& forcing,
                                const SourceState& state);

  // Every term of one cell in its current state, in double precision; the state is not changed.
  SourceBalance balance(std::int64_t cell, const SourceForcing& forcing, const SourceState& state) const;

  // Computes integrals of the terms over the current spectra of the cells in the range; they are zero in
  // blocked cells. Depending on which integrals are requested, this costs up to as much as a source step.
  void integrate_terms(Backend backend, Range cells, const SourceForcing& forcing, const SourceState& state,
                       const std::vector<SourceIntegral>& integrals);

  // What `integrate` and `integrate_depth_losses` have done so far.
  WorkCounts work() const;

  // Thread CPU time of a source step on the cells of the range [ns per cell and bin], the best of `repeats`,
  // on one core; spectra are read, not changed. To time whole steps, call `integrate`.
  SourceTimings time_terms(Range cells, const SourceForcing& forcing, const SourceState& state, int repeats);

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace groundswell
