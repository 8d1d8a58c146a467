// SPDX-License-Identifier: Apache-2.0
// Integral parameters in a GPU block: one block per cell, whose threads share the frequencies.
#include "spectrum/column_kernel.hpp"
#include "spectrum/parameters_kernel.hpp"

namespace groundswell {
namespace {

struct Arguments {
  ParameterGrid<float> grid;
  Rows<const float> action, wavenumber;
  View<const float> friction_velocity, wind_x, wind_y, frame_angle, depth;
  Rows<float> out;  // [cell][parameter]
};

// Shared memory: blockDim.x values for sums, followed by parameter_scratch_size values.
__global__ void compute_parameters_kernel(Arguments a) {
  extern __shared__ float shared[];
  const BlockLane lane{shared};
  const int cell = blockIdx.x;
  const float* action = a.action.row(cell);
  const float* wavenumber = a.wavenumber.row(cell);
  const ParameterWind<float> wind{a.friction_velocity[cell], a.wind_x[cell], a.wind_y[cell]};
  const auto action_of = [=](int bin) { return action[bin]; };
  const auto wavenumber_of = [=](int freq) { return wavenumber[freq]; };
  float* const scratch = shared + blockDim.x;
  const ParameterSums<float> sums =
      compute_parameter_sums<float>(lane, a.grid, action_of, wavenumber_of, wind, scratch);
  const ColumnSums<float> column = compute_column_sums(lane, a.grid, wavenumber_of, a.depth[cell], scratch);
  update_second_harmonics(lane, a.grid, action_of, scratch);
  const TensorSums<float> slopes = compute_slopes(lane, a.grid, wavenumber_of, scratch),
                          stress = compute_stress(lane, a.grid, wavenumber_of, a.depth[cell], scratch);
  if (threadIdx.x != 0) return;
  ParameterValues<float> values =
      compute_parameter_values(sums, a.grid.frequency, a.grid.ratio, a.frame_angle[cell]);
  set_slopes(slopes, values);
  set_stress(stress, a.frame_angle[cell], values);
  set_column(column, a.frame_angle[cell], values);
  for (int p = 0; p < n_parameter; ++p) a.out(cell, p) = values.value[p];
}

}  // namespace
}  // namespace groundswell

// Linking needs a main function, which launches the kernel so that the kernel is linked. It is never run.
int main() {
  groundswell::compute_parameters_kernel<<<1, 64, 4096>>>({});
  return int(cudaDeviceSynchronize());
}
