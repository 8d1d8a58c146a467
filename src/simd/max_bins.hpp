// SPDX-License-Identifier: Apache-2.0
// The largest of the values that the threads of a lane hold for the bins of a spectrum.
#pragma once

#include "exec/lane.hpp"
#include "simd/pack.hpp"

namespace groundswell {

// The largest f(bin) of bins 0..n-1; n > 0.
template <class Real, class F>
GS_HD GS_INLINE Real max_bins(HostLane, int n, F&& f) {
  Real largest = f(0);
  for (int bin = 1; bin < n; ++bin) largest = maximum(largest, f(bin));
  return largest;
}

#if defined(__CUDACC__)
template <class Real, class F>
__device__ Real max_bins(BlockLane lane, int n, F&& f) {
  Real largest = f(int(threadIdx.x) < n ? int(threadIdx.x) : 0);
  for (int bin = threadIdx.x; bin < n; bin += blockDim.x) largest = maximum(largest, f(bin));
  lane.scratch[threadIdx.x] = largest;
  __syncthreads();
  for (int left = blockDim.x; left > 1;) {
    const int half = (left + 1) / 2;
    if (int(threadIdx.x) + half < left)
      lane.scratch[threadIdx.x] = maximum(lane.scratch[threadIdx.x], lane.scratch[threadIdx.x + half]);
    left = half;
    __syncthreads();
  }
  largest = lane.scratch[0];
  __syncthreads();
  return largest;
}
#endif

}  // namespace groundswell
