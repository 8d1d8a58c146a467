// SPDX-License-Identifier: Apache-2.0
// exp and log as polynomials, written once for Pack and float, so that loops over bins vectorise with any
// compiler and on any machine (glibc's vector exp needs -ffast-math). double uses the standard library.
// Errors (tests/unit/simd): exp 4e-6 of its value (4e-7 for |x| < 12), log 3e-7 of the larger of 1 and
// |log x|. Method: argument reduction by powers of two; Abramowitz and Stegun 4.1.27, 4.2.1.
#pragma once

#include <cmath>
#include <cstdint>

#include "exec/host_device.hpp"
#include "simd/pack.hpp"

namespace groundswell {

namespace math {

GS_HD GS_INLINE std::int32_t bits_of(float a) {
  return __builtin_bit_cast(std::int32_t, a);
}
GS_HD GS_INLINE float from_bits(std::int32_t a) {
  return __builtin_bit_cast(float, a);
}
// Rounds towards zero.
GS_HD GS_INLINE std::int32_t to_integer(float a) {
  return std::int32_t(a);
}
GS_HD GS_INLINE float to_real(std::int32_t a) {
  return float(a);
}
GS_INLINE Pack::Ints bits_of(Pack a) {
  return (Pack::Ints)a.lanes;
}
GS_INLINE Pack from_bits(Pack::Ints a) {
  return (Pack::Lanes)a;
}
GS_INLINE Pack::Ints to_integer(Pack a) {
  return __builtin_convertvector(a.lanes, Pack::Ints);
}
GS_INLINE Pack to_real(Pack::Ints a) {
  return __builtin_convertvector(a, Pack::Lanes);
}

// e^x = 2^n 2^y with an integer n and |y| <= 1/2. Adding `shift`, whose last bit stands for 1, rounds to an
// integer and leaves n + 127 in the last bits, which become the exponent. 2^y is the polynomial of degree 5
// with the smallest relative error, 9e-8, that is 1 at y = 0.
template <class Real>
GS_HD GS_INLINE Real exponential(Real x) {
  const Real log2_e(1.44269504f), shift(12583039.0f);  // 1.5 2^23 + 127
  x = minimum(maximum(x, Real(-87.0f)), Real(88.0f));
  const Real shifted = x * log2_e + shift;
  const Real y = x * log2_e - (shifted - shift);
  Real p(1.3264767e-3f);
  p = p * y + Real(9.6715154e-3f);
  p = p * y + Real(5.5507336e-2f);
  p = p * y + Real(2.4022242e-1f);
  p = p * y + Real(6.9314698e-1f);
  p = p * y + Real(1.0f);
  return p * from_bits(bits_of(shifted) << 23);
}

// log x = n log 2 + log m with m in [1/sqrt 2, sqrt 2); log m = 2 artanh((m - 1)/(m + 1)) by its series.
template <class Real>
GS_HD GS_INLINE Real logarithm(Real x) {
  const auto shifted = bits_of(x) - 0x3f3504f3;  // 1/sqrt 2
  const auto exponent = shifted >> 23;
  const Real m = from_bits((shifted & 0x007fffff) + 0x3f3504f3);
  const Real s = (m - Real(1.0f)) / (m + Real(1.0f));
  const Real s2 = s * s;
  Real p(2.0f / 9.0f);
  p = p * s2 + Real(2.0f / 7.0f);
  p = p * s2 + Real(2.0f / 5.0f);
  p = p * s2 + Real(2.0f / 3.0f);
  p = p * s2 + Real(2.0f);
  return to_real(exponent) * Real(0.693147181f) + p * s;
}

}  // namespace math

// e^x; for Pack and float, x is clamped to [-87, 88].
#if !defined(__CUDACC__)  // a CUDA compiler would instantiate it for the device too, which has no packs
GS_INLINE Pack exponential(Pack x) {
  return math::exponential(x);
}
#endif
GS_HD GS_INLINE float exponential(float x) {
  return math::exponential(x);
}
GS_HD GS_INLINE double exponential(double x) {
  return std::exp(x);
}

// Natural logarithm of a positive normal number; undefined for others.
#if !defined(__CUDACC__)
GS_INLINE Pack logarithm(Pack x) {
  return math::logarithm(x);
}
#endif
GS_HD GS_INLINE float logarithm(float x) {
  return math::logarithm(x);
}
GS_HD GS_INLINE double logarithm(double x) {
  return std::log(x);
}

// The integer part of a non-negative value.
GS_INLINE Pack whole_part(Pack a) {
  return math::to_real(math::to_integer(a));
}
GS_HD GS_INLINE float whole_part(float a) {
  return std::floor(a);
}
GS_HD GS_INLINE double whole_part(double a) {
  return std::floor(a);
}

// The largest and the smallest lane.
GS_INLINE float highest_lane(Pack a) {
  float high = a[0];
  for (int lane = 1; lane < pack_width; ++lane) high = a[lane] > high ? a[lane] : high;
  return high;
}
GS_INLINE float lowest_lane(Pack a) {
  return -highest_lane(-a);
}
template <class Real>
GS_HD GS_INLINE Real highest_lane(Real a) {
  return a;
}
template <class Real>
GS_HD GS_INLINE Real lowest_lane(Real a) {
  return a;
}

// The element type of a kernel's tables: float if `Real` is Pack or float, double if it is double.
template <class Real>
struct ScalarOf {
  using type = Real;
};
template <>
struct ScalarOf<Pack> {
  using type = float;
};
template <class Real>
using Scalar = typename ScalarOf<Real>::type;

}  // namespace groundswell
