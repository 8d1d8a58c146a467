// SPDX-License-Identifier: Apache-2.0
// Sub-steps by frequency. Long waves are fast and need more sub-steps than short ones. A step is a series of
// nested passes: pass s moves the frequencies [0, n_freq(s)), each by its own time step; n_freq never
// decreases from pass to pass, and the last pass moves all frequencies. A step thus ends with all frequencies
// in one buffer.
#pragma once

#include <vector>

namespace groundswell {

// Where a pass reads or writes spectra: those at the start of the step (the model's state), those at its end,
// or the partial buffer, which holds only the frequencies that take several sub-steps.
enum class SpectraBuffer { start, next, partial };

struct Pass {
  int n_freq = 0;  // frequencies [0, n_freq) are moved
  // Of these, the previous pass has moved [0, n_continue); the others are read from `start`.
  int n_continue = 0;
  SpectraBuffer from = SpectraBuffer::start;  // where [0, n_continue) is read
  SpectraBuffer to = SpectraBuffer::next;     // where [0, n_freq) is written
  bool is_last = false;  // it also completes the transport in direction and shifts frequencies
};

// The rates at which cells empty, by frequency. With several ranks, each entry of `values` must be the
// maximum over the ranks.
struct TransportRates {
  int n_freq = 0;
  // [n_freq] maximum over cells and directions of sum_e l max(c.n, 0) / A [s-1]; [n_freq] the same for the
  // sprinkler diffusion [s-1]; and the largest fraction of a cell's action that the diffusion, which is
  // capped, can remove in a sub-step.
  std::vector<double> values;
  double& advective(int freq) { return values[std::size_t(freq)]; }
  double& diffusive(int freq) { return values[std::size_t(n_freq + freq)]; }
  double& diffusion_cap() { return values[std::size_t(2 * n_freq)]; }
  double advective(int freq) const { return values[std::size_t(freq)]; }
  double diffusive(int freq) const { return values[std::size_t(n_freq + freq)]; }
  double diffusion_cap() const { return values[std::size_t(2 * n_freq)]; }
};

struct SubStepPlan {
  double time_step = 0.0;        // [s] of the whole step
  std::vector<int> n_sub_step;   // [n_freq], non-increasing with frequency
  std::vector<double> max_gain;  // [n_freq] M of the clamp v <= M C: M times the outflow stays below 1
  std::vector<Pass> passes;
  int n_partial = 0;  // number of frequencies in the partial buffer

  // Mean number of sub-steps per frequency, that is, the cost of a step in units of a pass over all
  // frequencies.
  double mean_sub_steps() const;
};

// Preconditions: time_step > 0, 0 < max_courant < 1. Throws Error if a frequency would need more than 1000
// sub-steps.
SubStepPlan plan_sub_steps(const TransportRates& rates, double time_step, double max_courant);

}  // namespace groundswell
