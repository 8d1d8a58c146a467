// SPDX-License-Identifier: Apache-2.0
// The dates at which a kind of output is due.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/date_time.hpp"

namespace groundswell {

// When a kind of output is written.
struct ScheduleSettings {
  std::int64_t interval = 3600;        // [s]; 0 = never
  std::optional<DateTime> start, end;  // if not given, those of the run
};

class Schedule {
 public:
  // The dates are the settings' start and those a whole number of intervals later, up to and including their
  // end, as far as they lie within the run. Throws Error, naming `what`, for an interval that is negative or
  // too long, or an end before the start. Precondition: the interval is not 0.
  Schedule(const ScheduleSettings& settings, const DateTime& run_start, const DateTime& run_end,
           std::string_view what);

  bool due(const DateTime& now) const { return alarm_.due(now); }
  // Whether `now` lies in an interval that ends at a date that is due or would be due if the run ended later;
  // the interval includes its end but not its beginning.
  bool is_before_due(const DateTime& now) const;
  std::int64_t n_date() const { return alarm_.count(); }
  // The date of this number, counted from 0.
  DateTime date(std::int64_t number) const { return first_ + number * interval_; }
  // The number of dates up to and including `date`, and the last of them, if any.
  std::int64_t n_date_until(const DateTime& date) const;
  std::optional<DateTime> last_until(const DateTime& date) const;
  std::int64_t interval() const { return interval_; }  // [s]
  // The date with number 0.
  const DateTime& first() const { return first_; }

 private:
  DateTime first_;
  std::int64_t interval_;
  std::optional<DateTime> last_;  // the end given in the settings
  Alarm alarm_;
};

}  // namespace groundswell
