// SPDX-License-Identifier: Apache-2.0
// A double is 53 bits at some place of a long fixed-point number; each falls into at most three digits.
#include "comm/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace groundswell {
namespace {

__extension__ typedef unsigned __int128 Wide;
constexpr int digit_bits = 32;
constexpr int lowest_exponent = -1152;  // of digit 0: below the 53rd bit of the smallest double, 2^-1126
constexpr std::int64_t base = std::int64_t(1) << digit_bits;

}  // namespace

void ExactSum::add(double value) {
  if (!std::isfinite(value)) {
    ++digit_[n_digit];
    return;
  }
  int exponent = 0;
  const std::int64_t mantissa = std::int64_t(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
  const int place = exponent - 53 - lowest_exponent;  // of the mantissa's lowest bit
  const int first = place / digit_bits, shift = place % digit_bits;
  const Wide wide = Wide(mantissa) << shift;
  const std::int64_t sign = value < 0 ? -1 : 1;
  digit_[first] += sign * std::int64_t(std::uint64_t(wide) & (base - 1));
  digit_[first + 1] += sign * std::int64_t(std::uint64_t(wide >> 32) & (base - 1));
  digit_[first + 2] += sign * std::int64_t(std::uint64_t(wide >> 64));
  if (++n_added_ == std::int64_t(1) << 30) carry();
}

// Brings all digits but the highest into [0, 2^32): the sign stands in the highest.
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
  // 128 bits from the highest digit down, the rest as one sticky bit: more than a rounding to 53 bits needs.
  Wide bits = 0;
  for (int i = top; i > top - 3; --i) bits = (bits << digit_bits) | Wide(i >= 0 ? sum.digit_[i] : 0);
  bool rest = false;
  for (int i = top - 3; i >= 0; --i) rest = rest || sum.digit_[i] != 0;
  int lowest = lowest_exponent + (top - 2) * digit_bits;
  // Keep 62 bits and a sticky one, which a 64-bit integer holds; its conversion rounds to nearest even.
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
