// SPDX-License-Identifier: Apache-2.0
// The threads that work on a spectrum: on the host one thread handles all bins (HostLane), on a GPU the
// threads of a block share them (BlockLane). The kernels of spectra and source terms loop over bins through
// the lane and so run on both. Propagation has no lanes: one thread works on a tile of cells.
#pragma once

#include <type_traits>

#include "exec/host_device.hpp"

namespace groundswell {

struct HostLane {};

// Calls f(bin) for bins 0..n-1.
template <class F>
GS_HD GS_INLINE void for_bins(HostLane, int n, F&& f) {
  for (int bin = 0; bin < n; ++bin) f(bin);
}

// The sum of f(bin) over bins 0..n-1, in a fixed order; `Real` may be a struct of sums. A single sum is made
// of four, because each addition to a sum has to wait for the one before.
template <class Real, class F>
GS_HD GS_INLINE Real sum_bins(HostLane, int n, F&& f) {
  constexpr int n_sum = std::is_aggregate_v<Real> ? 1 : 4;
  Real sum[n_sum]{};
  int bin = 0;
  for (; bin + n_sum <= n; bin += n_sum)
    for (int i = 0; i < n_sum; ++i) sum[i] += f(bin + i);
  for (; bin < n; ++bin) sum[0] += f(bin);
  if constexpr (n_sum == 4) sum[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  return sum[0];
}

// Waits until all threads have reached this point; each then sees what the others have done on the cell so
// far.
GS_HD GS_INLINE void barrier(HostLane) {}

#if defined(__CUDACC__)
// The threads of one block; `scratch` is shared memory for blockDim.x values.
struct BlockLane {
  float* scratch;
};

template <class F>
__device__ void for_bins(BlockLane, int n, F&& f) {
  for (int bin = threadIdx.x; bin < n; bin += blockDim.x) f(bin);
}

// `Real` is float or a struct of floats.
template <class Real, class F>
__device__ Real sum_bins(BlockLane lane, int n, F&& f) {
  Real sum{};
  for (int bin = threadIdx.x; bin < n; bin += blockDim.x) sum += f(bin);
  float* parts = reinterpret_cast<float*>(&sum);
  for (int part = 0; part < int(sizeof(Real) / sizeof(float)); ++part) {
    lane.scratch[threadIdx.x] = parts[part];
    __syncthreads();
    for (int left = blockDim.x; left > 1;) {
      const int half = (left + 1) / 2;
      if (int(threadIdx.x) + half < left) lane.scratch[threadIdx.x] += lane.scratch[threadIdx.x + half];
      left = half;
      __syncthreads();
    }
    parts[part] = lane.scratch[0];
    __syncthreads();
  }
  return sum;
}

__device__ inline void barrier(BlockLane) {
  __syncthreads();
}
#endif

}  // namespace groundswell
