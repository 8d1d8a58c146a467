// SPDX-License-Identifier: Apache-2.0
// Spectra of calm water are full of denormal numbers, with which arithmetic is many times slower: threads
// that work on cells flush them to zero.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace groundswell {

// While this object lives, its thread flushes denormal results to zero and reads denormal operands as zero.
// On machines without SSE2 it does nothing.
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
