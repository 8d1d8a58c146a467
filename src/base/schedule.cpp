// SPDX-License-Identifier: Apache-2.0
// All dates are a whole number of intervals after the settings' start, even if that lies before the run.
#include "base/schedule.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"

namespace groundswell {
namespace {

DateTime find_first(const ScheduleSettings& settings, const DateTime& run_start, std::string_view what) {
  require(settings.interval > 0 && settings.interval <= longest_span, "the interval of ", what, " is ",
          settings.interval, " s; it must be positive, at most ", longest_span, ", or 0 for none");
  const DateTime start = settings.start.value_or(run_start);
  require(!settings.end || *settings.end >= start, what, " ends at ", settings.end.value_or(start).iso(),
          ", before it starts at ", start.iso(), "; correct one of the two");
  if (start >= run_start) return start;
  const std::int64_t missed = (run_start - start + settings.interval - 1) / settings.interval;
  return start + missed * settings.interval;
}

}  // namespace

Schedule::Schedule(const ScheduleSettings& settings, const DateTime& run_start, const DateTime& run_end,
                   std::string_view what)
    : first_(find_first(settings, run_start, what)),
      interval_(settings.interval),
      last_(settings.end),
      alarm_(first_, settings.interval, std::min(run_end, settings.end.value_or(run_end))) {}

bool Schedule::is_before_due(const DateTime& now) const {
  if (first_ - now >= interval_) return false;
  const std::int64_t n_interval = now <= first_ ? 0 : (now - first_ + interval_ - 1) / interval_;
  return !last_ || first_ + n_interval * interval_ <= *last_;
}

std::int64_t Schedule::n_date_until(const DateTime& date) const {
  return date < first_ ? 0 : std::min(n_date(), (date - first_) / interval_ + 1);
}

std::optional<DateTime> Schedule::last_until(const DateTime& date) const {
  const std::int64_t n = n_date_until(date);
  return n == 0 ? std::nullopt : std::optional(first_ + (n - 1) * interval_);
}

}  // namespace groundswell
