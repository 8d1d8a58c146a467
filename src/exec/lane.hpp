// SPDX-License-Identifier: Apache-2.0
// Who works on a cell: on the host one thread does all bins (HostLane), on a GPU the threads of a
// block share them (BlockLane). Kernels loop over bins through the lane and so serve both.
#pragma once

#include "exec/host_device.hpp"

namespace groundswell {

struct HostLane {};

// Calls f(bin) for bins 0..n-1.
template <class F>
GS_HD GS_INLINE void for_bins(HostLane, int n, F&& f) {
  for (int bin = 0; bin < n; ++bin) f(bin);
}

// The sum of f(bin) over bins 0..n-1, in a fixed order.
template <class Real, class F>
GS_HD GS_INLINE Real sum_bins(HostLane, int n, F&& f) {
  Real sum(0);
  for (int bin = 0; bin < n; ++bin) sum += f(bin);
  return sum;
}

// All work on the cell before this line is seen after it.
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

template <class Real, class F>
__device__ Real sum_bins(BlockLane lane, int n, F&& f) {
  Real sum(0);
  for (int bin = threadIdx.x; bin < n; bin += blockDim.x) sum += f(bin);
  lane.scratch[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (int(threadIdx.x) < half) lane.scratch[threadIdx.x] += lane.scratch[threadIdx.x + half];
    __syncthreads();
  }
  const Real total = lane.scratch[0];
  __syncthreads();
  return total;
}

__device__ inline void barrier(BlockLane) {
  __syncthreads();
}
#endif

}  // namespace groundswell
