// SPDX-License-Identifier: Apache-2.0
// The dates of one coupled field as whole seconds since the start of the job, and which of its values the
// target uses and the source gives. Number k of a field is the value due at its coupling date t_k = offset +
// k period, for any integer k; the source's date of it is s_k = t_k - lag.
//
// In a step that begins at a, with t_k <= a < t_{k+1}, a target uses number k (`previous`), k+1 (`next`) or
// both (`linear`). A source gives the numbers from `first_given` to `last_given`:
//   * none before the first that the target uses, nor any with k < 0, s_k < 0 or, for a statistic, s_k <
//     period: the target uses `first` instead of these;
//   * all others that the target uses, up to that of its last step, and further ones with s_k up to the end
//     of both components, which a run that goes on from there uses.
#pragma once

#include <cstdint>
#include <optional>

#include "coupling/coupling_settings.hpp"

namespace groundswell {

// When the steps of a component begin and end: at multiples of `step` [s] from 0 to `end` [s].
struct StepDates {
  std::int64_t step = 1, end = 0;
};

struct NumberRange {
  std::int64_t first = 0, last = -1;  // last < first: none
  bool contains(std::int64_t number) const { return number >= first && number <= last; }
  bool empty() const { return last < first; }
};

class CoupledDates {
 public:
  CoupledDates(const CoupledFieldSettings& field, const StepDates& source, const StepDates& target);

  std::int64_t due(std::int64_t number) const { return offset_ + number * period_; }  // t_k
  std::int64_t at_source(std::int64_t number) const { return due(number) - lag_; }    // s_k
  // The number of the newest coupling date up to `date`, and the newest with a date s_k up to `date`.
  std::int64_t newest_due(std::int64_t date) const;
  std::int64_t newest_at_source(std::int64_t date) const { return newest_due(date + lag_); }

  // What the target uses in a step that begins at `date`, and in all of its steps.
  NumberRange used_at(std::int64_t date) const;
  const NumberRange& used() const { return used_; }
  // What the source gives if it goes on long enough.
  const NumberRange& given() const { return given_; }
  // The source's date of the first value that it gives after `date`, if any.
  std::optional<std::int64_t> next_at_source(std::int64_t date) const;
  // Whether the source gives a value at this date of its own.
  bool gives_at(std::int64_t date) const;

  std::int64_t period() const { return period_; }

 private:
  std::int64_t period_, offset_, lag_;
  CoupledUse use_;
  NumberRange used_, given_;
};

}  // namespace groundswell
