// SPDX-License-Identifier: Apache-2.0
// Marks functions that run on the host and, under a CUDA compiler, on a GPU as well.
#pragma once

#if defined(__CUDACC__)
#define GS_HD __host__ __device__
#else
#define GS_HD
#endif

// GS_INLINE is for short functions that must be inlined for the caller's loops to vectorise.
#if defined(__GNUC__) || defined(__CUDACC__)
#define GS_INLINE inline __attribute__((always_inline))
#define GS_NOINLINE __attribute__((noinline))
#define GS_RESTRICT __restrict__
#else
#define GS_INLINE inline
#define GS_NOINLINE
#define GS_RESTRICT
#endif
