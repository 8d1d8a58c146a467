// SPDX-License-Identifier: Apache-2.0
// The step of all source terms, and the depth-induced losses after a pass of transport, in a GPU block: one
// block per cell, whose threads share the bins.
#include "exec/lane.hpp"
#include "source_terms/depth_loss_step.hpp"
#include "source_terms/source_step.hpp"

namespace groundswell {
namespace {

struct Arguments {
  SourceTables<float> tables;
  Rows<float> action;
  Rows<const float> wavenumber;
  View<const float> wind_x, wind_y, depth;
  View<float> friction_velocity, wave_stress;
  Rows<float> fluxes;   // [cell][n_source_flux]
  Rows<float> scratch;  // one row of scratch_size values per block
  float time_step;
};

template <class Input>
__global__ void integrate_kernel(Arguments a) {
  extern __shared__ float shared[];
  const BlockLane lane{shared};
  const int cell = blockIdx.x;
  const auto& grid = a.tables.grid;
  const CellScratch<float> scratch = cut_scratch(a.scratch.row(cell), a.tables);
  float* action = a.action.row(cell);
  for_bins(lane, grid.n_freq, [&](int freq) { scratch.wavenumber[freq] = a.wavenumber(cell, freq); });
  for_bins(lane, grid.n_freq * grid.n_dir,
           [&](int bin) { scratch.variance[bin] = action[bin] * grid.sigma_of_bin[bin]; });
  barrier(lane);
  CellStress<float> stress{0.0f, 0.0f, a.wave_stress[cell]};
  SourceStep<float, Input> step(a.tables, scratch, {{{a.wind_x[cell], a.wind_y[cell]}}, a.depth[cell]});
  step.start(lane);
  SourceFluxes<float> fluxes, of_step;
  for (float left = a.time_step; left > 0.0f;) {
    left -= step.integrate(lane, stress, left, &of_step);
    for (int i = 0; i < n_source_flux; ++i) fluxes.value[i] += of_step.value[i];
  }
  barrier(lane);
  for_bins(lane, grid.n_freq * grid.n_dir,
           [&](int bin) { action[bin] = scratch.variance[bin] * grid.inverse_sigma_of_bin[bin]; });
  if (threadIdx.x != 0) return;
  a.friction_velocity[cell] = stress.friction_velocity;
  a.wave_stress[cell] = stress.wave_stress;
  for (int i = 0; i < n_source_flux; ++i) a.fluxes(cell, i) += fluxes.value[i];
}

// `before` and `after` are the spectra before and after a pass of transport that moved the first `n_moved`
// frequencies.
__global__ void depth_loss_kernel(Arguments a, Rows<float> before, Rows<float> after, const float* sub_step,
                                  int n_moved) {
  extern __shared__ float shared[];
  const BlockLane lane{shared};
  const int cell = blockIdx.x;
  const auto& grid = a.tables.grid;
  const CellScratch<float> scratch = cut_scratch(a.scratch.row(cell), a.tables);
  for_bins(lane, grid.n_freq, [&](int freq) {
    scratch.wavenumber[freq] = a.wavenumber(cell, freq);
    scratch.sub_step[freq] = sub_step[freq];
  });
  barrier(lane);
  const DepthLossStep<float> step(a.tables, scratch, a.depth[cell], n_moved, grid.sigma);
  TransportLosses<float> sums;
  step.integrate_pass(lane, before.row(cell), after.row(cell), after.row(cell), 0.0f, 0.0f, sums);
}

}  // namespace
}  // namespace groundswell

// Linking needs a main function, which launches every kernel so that all of them are linked. It is never run.
int main() {
  using namespace groundswell;
  integrate_kernel<JanssenInput<float>><<<1, 64, 4096>>>({});
  integrate_kernel<KomenInput<float>><<<1, 64, 4096>>>({});
  integrate_kernel<St4Input<float>><<<1, 64, 4096>>>({});
  depth_loss_kernel<<<1, 64, 4096>>>({}, {}, {}, nullptr, 0);
  return int(cudaDeviceSynchronize());
}
