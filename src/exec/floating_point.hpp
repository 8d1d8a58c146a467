// SPDX-License-Identifier: Apache-2.0
// Calm water is full of denormal numbers, which are many times slower: whoever works on cells flushes them.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace groundswell {

// While it lives, the calling thread flushes denormal results to zero and reads denormal operands as zero.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | 0x8040);
  }
  ~FlushDenormals() {
    _mm_setcsr(before_);
  }
#else
  FlushDenormals() {}
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE2__)
  unsigned before_;
#endif
};

}  // namespace groundswell
