// SPDX-License-Identifier: Apache-2.0
// Sums of doubles that are rounded only once, at the end, so that the result has the same bits whatever the
// order of the values and the number of ranks. Each value is split into digits of 32 bits, which are added as
// integers ("superaccumulator"; Kulisch 2013, Computer Arithmetic and Validity, ch. 8).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "comm/communicator.hpp"

namespace groundswell {

class ExactSum {
 public:
  // A value that is not finite makes the sum NaN.
  void add(double value);
  // The exact sum, rounded once to the nearest double.
  double value() const;
  // Adds the sums of all ranks; every rank then holds the total. Collective.
  void add_ranks(const Communicator& communicator);

 private:
  static constexpr int n_digit = 70;  // 32 bits each, from 2^-1088 to beyond 2^63 times the largest double
  void carry();

  std::array<std::int64_t, n_digit + 1> digit_{};  // the last element counts non-finite values
  std::int64_t n_added_ = 0;                       // values added since the last carry
};

// The sum of all ranks' values on every rank: the same bits on any number of ranks and in any order of
// values. Collective.
double sum_exact(const Communicator& communicator, std::span<const double> values);

}  // namespace groundswell
