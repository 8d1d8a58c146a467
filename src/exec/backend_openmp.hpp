// SPDX-License-Identifier: Apache-2.0
// The OpenMP back end: static chunks of neighbouring cells, one per thread.
#pragma once

#include <cstdint>

#include "exec/floating_point.hpp"

namespace groundswell::openmp {

#if defined(_OPENMP)
inline constexpr bool available = true;
#else
inline constexpr bool available = false;
#endif

template <class F>
void for_cells(std::int64_t begin, std::int64_t end, F& f) {
#if defined(_OPENMP)
#pragma omp parallel
  {
    const FlushDenormals flush;
#pragma omp for schedule(static)
    for (std::int64_t i = begin; i < end; ++i) f(i);
  }
#else
  for (std::int64_t i = begin; i < end; ++i) f(i);
#endif
}

}  // namespace groundswell::openmp
