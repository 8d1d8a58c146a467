// SPDX-License-Identifier: Apache-2.0
// Numbers are added to a long fixed-point number; the 53 bits of a double overlap at most three of its
// digits.
#include "comm/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace groundswell {
namespace {

__extension__ typedef unsigned __int128 Wide;
constexpr int digit_bits = 32;
constexpr int lowest_exponent = -1088;  // of digit 0: a multiple of 32 below the smallest double, 2^-1074
constexpr std::int64_t base = std::int64_t(1) << digit_bits;

}  // namespace

void ExactSum::add(double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = int(bits >> 52) & 0x7ff;
  if (exponent == 0x7ff) {  // infinite or NaN
    ++digit_[n_digit];
    return;
  }
  // |value| = mantissa 2^(max(exponent, 1) - 1075); denormal numbers lack the leading bit.
  const std::uint64_t fraction = bits & ((std::uint64_t(1) << 52) - 1);
  const std::uint64_t mantissa = exponent > 0 ? fraction | std::uint64_t(1) << 52 : fraction;
  const int place = std::max(exponent, 1) - 1075 - lowest_exponent;
  const int first = place / digit_bits, shift = place % digit_bits;
  const Wide wide = Wide(mantissa) << shift;
  const std::int64_t sign = bits >> 63 ? -1 : 1;
  digit_[first] += sign * std::int64_t(std::uint64_t(wide) & (base - 1));
  digit_[first + 1] += sign * std::int64_t(std::uint64_t(wide >> 32) & (base - 1));
  digit_[first + 2] += sign * std::int64_t(std::uint64_t(wide >> 64));
  if (++n_added_ == std::int64_t(1) << 30) carry();
}

// Brings all digits but the highest into [0, 2^32); the highest carries the sign.
void ExactSum::carry() {
  for (int i = 0; i + 1 < n_digit; ++i) {
    const std::int64_t over = digit_[i] >> digit_bits;  // rounds down, for negative digits too
    digit_[i] -= over * base;
    digit_[i + 1] += over;
  }
  n_added_ = 0;
}

double ExactSum::value() const {
  if (digit_[n_digit] != 0) return std::numeric_limits<double>::quiet_NaN();
  ExactSum sum = *this;
  sum.carry();
  const bool negative = sum.digit_[n_digit - 1] < 0;
  if (negative) {
    for (std::int64_t& digit : sum.digit_) digit = -digit;
    sum.carry();
  }
  int top = n_digit - 1;
  while (top > 0 && sum.digit_[top] == 0) --top;
  // The three highest digits (at least 65 bits), and one sticky bit for all lower digits, are enough to round
  // to 53 bits.
  Wide bits = 0;
  for (int i = top; i > top - 3; --i) bits = (bits << digit_bits) | Wide(i >= 0 ? sum.digit_[i] : 0);
  bool rest = false;
  for (int i = top - 3; i >= 0; --i) rest = rest || sum.digit_[i] != 0;
  int lowest = lowest_exponent + (top - 2) * digit_bits;
  // A 64-bit integer holds the highest 62 bits and the sticky bit; its conversion rounds to nearest even.
  while (bits >> 62) {
    rest = rest || (bits & 1);
    bits >>= 1;
    ++lowest;
  }
  const double magnitude = std::ldexp(double((std::int64_t(bits) << 1) | std::int64_t(rest)), lowest - 1);
  return negative ? -magnitude : magnitude;
}

void ExactSum::add_ranks(const Communicator& communicator) {
  carry();
  communicator.sum_in_place(digit_);
}

double sum_exact(const Communicator& communicator, std::span<const double> values) {
  ExactSum sum;
  for (double value : values) sum.add(value);
  sum.add_ranks(communicator);
  return sum.value();
}

}  // namespace groundswell
