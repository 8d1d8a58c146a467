// SPDX-License-Identifier: Apache-2.0
// Calm water is full of denormal numbers, which are many times slower: every thread flushes them.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace groundswell {

// Sets flush-to-zero and denormals-are-zero for the calling thread.
inline void flush_denormals_to_zero() {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

}  // namespace groundswell
