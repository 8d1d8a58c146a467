// SPDX-License-Identifier: Apache-2.0
// Finds the dates of a series that a run needs and, before the first step, whether any of them is missing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

// A series of dates, from any source.
struct DatedSeries {
  std::string name;                    // "wind of 'a.nc'", for messages
  const std::vector<DateTime>& dates;  // ascending
  // The name of a variable without any value at dates[index], or "".
  std::function<std::string(std::size_t)> missing_at;
};

// Which gaps between dates are bridged by interpolation.
struct DateGaps {
  bool interpolate = false;
  std::int64_t longest = 0;  // [s]
};

struct NeededDates {
  // Indices into the dates of the series, ascending, from the last date with values at or before the start to
  // the first one at or after the end; dates at which a component has no value at all are left out.
  std::vector<std::size_t> indices;
  std::string problem;  // an error message, or "" if nothing is missing
};

// The first and the last date that a run needs if all dates have values, as indices: from the last at or
// before the start to the first at or after the end, or to the ends of the series. Precondition: there is at
// least one date.
std::pair<std::size_t, std::size_t> find_dates_around(const std::vector<DateTime>& dates,
                                                      const DateTime& start, const DateTime& end);

// A date is missing if no date with values is at or before `start`, or none at or after `end`, or if two
// successive dates with values are more than 1.5 typical (median) steps of the series apart. With
// `gaps.interpolate`, gaps of up to `gaps.longest` are allowed.
NeededDates find_needed_dates(const DatedSeries& series, const DateGaps& gaps, const DateTime& start,
                              const DateTime& end);

// Fingerprints of the dates from the last at or before `from` to the first at or after `until`, as far as the
// series has them, keyed by DateTime::seconds(). `look_at` returns the fingerprints of given dates (ascending
// indices); a fingerprint of 0 is left out.
std::map<std::int64_t, std::uint64_t> find_fingerprints(
    const std::vector<DateTime>& dates, const DateTime& from, const DateTime& until,
    const std::function<std::vector<std::uint64_t>(const std::vector<std::size_t>&)>& look_at);

// The needed dates around `now`, as indices into `dates`, and the weight of the second. Precondition: `now`
// is not before the first or after the last needed date.
struct DateBracket {
  std::size_t first = 0, second = 0;
  double weight = 0.0;
};
DateBracket find_bracket(const std::vector<DateTime>& dates, const std::vector<std::size_t>& needed,
                         const DateTime& now);

}  // namespace groundswell
