// SPDX-License-Identifier: Apache-2.0
#include "propagation/sub_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr int max_sub_steps = 1000;
// Margin for rounding, so that a cell's outflow stays below its content.
constexpr double rounding_room = 0.999;
// The clamp must let a flux carry at least its donor's value; more than ten times that is never needed.
constexpr double least_gain = 1.02, largest_gain = 10.0;

// The maximum gain M of the clamp: as large as positivity allows, up to largest_gain, because a tighter clamp
// smears the edge of a shadow.
double compute_max_gain(const TransportRates& rates, int freq, double dt) {
  const double outflow = rates.advective(freq) * dt;
  const double diffused = std::min(rates.diffusive(freq) * dt, rates.diffusion_cap());
  return std::min(largest_gain, rounding_room * (1.0 - diffused) / outflow);
}

int count_sub_steps(const TransportRates& rates, int freq, double time_step, double max_courant) {
  const double needed = rates.advective(freq) * time_step / max_courant;
  require(needed < max_sub_steps, "propagation over ", time_step, " s would need ", needed,
          " sub-steps at frequency number ", freq, " (limit ", max_sub_steps,
          "); shorten the time step or look for very small cells");
  int n = std::max(1, int(std::ceil(needed)));
  while (n < max_sub_steps && compute_max_gain(rates, freq, time_step / n) < least_gain) ++n;
  return n;
}

}  // namespace

double SubStepPlan::mean_sub_steps() const {
  return std::accumulate(n_sub_step.begin(), n_sub_step.end(), 0.0) / double(n_sub_step.size());
}

SubStepPlan plan_sub_steps(const TransportRates& rates, double time_step, double max_courant) {
  const int n_freq = rates.n_freq;
  SubStepPlan plan;
  plan.time_step = time_step;
  plan.n_sub_step.assign(std::size_t(n_freq), 1);
  plan.max_gain.assign(std::size_t(n_freq), 1.0);
  for (int freq = n_freq - 1; freq >= 0; --freq) {
    const int shorter_waves = freq + 1 < n_freq ? plan.n_sub_step[freq + 1] : 1;
    plan.n_sub_step[freq] = std::max(shorter_waves, count_sub_steps(rates, freq, time_step, max_courant));
    plan.max_gain[freq] = compute_max_gain(rates, freq, time_step / plan.n_sub_step[freq]);
  }
  const int n_pass = plan.n_sub_step[0];
  int n_before = 0;
  for (int s = 0; s < n_pass; ++s) {
    Pass pass;
    const int least = n_pass - s;  // frequencies with at least this many sub-steps take part
    while (pass.n_freq < n_freq && plan.n_sub_step[pass.n_freq] >= least) ++pass.n_freq;
    pass.n_continue = n_before;
    // The last pass writes to the next state, the pass before it to the partial buffer, and so on
    // alternately.
    pass.to = (n_pass - 1 - s) % 2 == 0 ? SpectraBuffer::next : SpectraBuffer::partial;
    if (s > 0) pass.from = plan.passes[s - 1].to;
    pass.is_last = s == n_pass - 1;
    if (pass.to == SpectraBuffer::partial) plan.n_partial = std::max(plan.n_partial, pass.n_freq);
    n_before = pass.n_freq;
    plan.passes.push_back(pass);
  }
  return plan;
}

}  // namespace groundswell
