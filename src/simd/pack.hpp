// SPDX-License-Identifier: Apache-2.0
// Pack: 8 floats in the SIMD lanes of one value, usually of 8 cells. Kernels are written once for a type
// `Real`, which is a Pack on the CPU and a float on a GPU; for the balance of one cell and in tests it may
// also be a float or a double on the CPU. An AVX2 register holds eight floats; wider packs spill registers
// (docs/design/packs.md).
#pragma once

#include <cmath>

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "exec/host_device.hpp"

namespace groundswell {

inline constexpr int pack_width = 8;

// Eight floats that are added, multiplied and compared lane by lane. A comparison gives a Mask for `select`.
// Built on GNU vector types, so that almost no intrinsics are needed.
struct Pack {
  typedef float Lanes __attribute__((vector_size(32)));
  typedef int Ints __attribute__((vector_size(32)));
  struct Mask {
    Ints bits;
  };

  Lanes lanes;

  Pack() = default;
  GS_INLINE Pack(Lanes values) : lanes(values) {}
  GS_INLINE Pack(float value) : lanes(value - Lanes{}) {}
  GS_INLINE Pack(double value) : Pack(float(value)) {}
  GS_INLINE Pack(int value) : Pack(float(value)) {}

  GS_INLINE float operator[](int lane) const { return lanes[lane]; }
  GS_INLINE void set(int lane, float value) { lanes[lane] = value; }

  GS_INLINE Pack& operator+=(Pack b) { return lanes += b.lanes, *this; }
  GS_INLINE Pack& operator-=(Pack b) { return lanes -= b.lanes, *this; }
  GS_INLINE Pack& operator*=(Pack b) { return lanes *= b.lanes, *this; }

  friend GS_INLINE Pack operator+(Pack a, Pack b) { return a.lanes + b.lanes; }
  friend GS_INLINE Pack operator-(Pack a, Pack b) { return a.lanes - b.lanes; }
  friend GS_INLINE Pack operator*(Pack a, Pack b) { return a.lanes * b.lanes; }
  friend GS_INLINE Pack operator/(Pack a, Pack b) { return a.lanes / b.lanes; }
  friend GS_INLINE Pack operator-(Pack a) { return -a.lanes; }
  friend GS_INLINE Mask operator<(Pack a, Pack b) { return {a.lanes < b.lanes}; }
  friend GS_INLINE Mask operator>(Pack a, Pack b) { return {a.lanes > b.lanes}; }
  friend GS_INLINE Mask operator<=(Pack a, Pack b) { return {a.lanes <= b.lanes}; }
  friend GS_INLINE Mask operator>=(Pack a, Pack b) { return {a.lanes >= b.lanes}; }
  friend GS_INLINE Mask operator!=(Pack a, Pack b) { return {a.lanes != b.lanes}; }
};

GS_INLINE Pack::Mask operator&(Pack::Mask a, Pack::Mask b) {
  return {a.bits & b.bits};
}
GS_INLINE Pack::Mask operator|(Pack::Mask a, Pack::Mask b) {
  return {a.bits | b.bits};
}

// condition ? a : b, lane by lane.
GS_INLINE Pack select(Pack::Mask condition, Pack a, Pack b) {
  return condition.bits ? a.lanes : b.lanes;
}
template <class Real>
GS_HD GS_INLINE Real select(bool condition, Real a, Real b) {
  return condition ? a : b;
}

GS_INLINE bool any(Pack::Mask condition) {
#if defined(__AVX__)
  return _mm256_movemask_ps((Pack::Lanes)condition.bits) != 0;
#else
  int found = 0;
  for (int lane = 0; lane < pack_width; ++lane) found |= condition.bits[lane];
  return found != 0;
#endif
}
GS_HD GS_INLINE bool any(bool condition) {
  return condition;
}

template <class Real>
GS_HD GS_INLINE Real minimum(Real a, Real b) {
  return select(a < b, a, b);
}
template <class Real>
GS_HD GS_INLINE Real maximum(Real a, Real b) {
  return select(a > b, a, b);
}
#if defined(__AVX__)  // if one argument is zero, gcc compiles the templates to a comparison and a mask
GS_INLINE Pack minimum(Pack a, Pack b) {
  return _mm256_min_ps(a.lanes, b.lanes);
}
GS_INLINE Pack maximum(Pack a, Pack b) {
  return _mm256_max_ps(a.lanes, b.lanes);
}
#endif

GS_INLINE Pack magnitude(Pack a) {
  return (Pack::Lanes)((Pack::Ints)a.lanes & 0x7fffffff);
}
template <class Real>
GS_HD GS_INLINE Real magnitude(Real a) {
  return a < Real(0) ? -a : a;
}

GS_INLINE Pack square_root(Pack a) {
  for (int lane = 0; lane < pack_width; ++lane) a.lanes[lane] = __builtin_sqrtf(a.lanes[lane]);
  return a;
}
GS_HD GS_INLINE float square_root(float a) {
  return sqrtf(a);
}
GS_HD GS_INLINE double square_root(double a) {
  return sqrt(a);
}

}  // namespace groundswell
