// SPDX-License-Identifier: Apache-2.0
// The number of host threads that a back end may use, and the index of the calling thread, so that each
// thread can have its own scratch memory.
#pragma once

#include "exec/for_cells.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace groundswell {

// Number of threads that the next launch of the back end may use.
inline int thread_count([[maybe_unused]] Backend backend) {
#if defined(_OPENMP)
  if (backend == Backend::openmp) return omp_get_max_threads();
#endif
  return 1;
}

// The calling thread's index in a launch of the back end, from 0.
inline int thread_index([[maybe_unused]] Backend backend) {
#if defined(_OPENMP)
  if (backend == Backend::openmp) return omp_get_thread_num();
#endif
  return 0;
}

}  // namespace groundswell
