// SPDX-License-Identifier: Apache-2.0
// Which dates of a series a run needs, and whether one of them is missing: the question is answered before
// the first step, not in the middle of the night.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "forcing/lat_lon_series.hpp"

namespace groundswell {

// A series of dates, whatever stands behind it.
struct DatedSeries {
  std::string name;                    // "wind of 'a.nc'", for messages
  const std::vector<DateTime>& dates;  // ascending
  // The name of what has no value at all at dates[index], or "".
  std::function<std::string(std::size_t)> missing_at;
};

// Gaps between dates that are bridged.
struct DateGaps {
  bool interpolate = false;
  std::int64_t longest = 0;  // [s]
};

struct NeededDates {
  // Indices into dates() of the series, ascending, from the last date at or before the start to the first at
  // or after the end; dates at which a component is wholly missing are left out.
  std::vector<std::size_t> indices;
  std::string problem;  // a sentence, or "" where nothing is missing
};

// A date is missing where two dates lie more than 1.5 typical (median) steps of the series apart, or where
// something has no value at all. With `interpolate`, gaps of up to the longest are no problem.
NeededDates find_needed_dates(const DatedSeries& series, const DateGaps& gaps, const DateTime& start,
                              const DateTime& end);
NeededDates find_needed_dates(const LatLonSeries& series, const ForcingFileSettings& settings,
                              const DateTime& start, const DateTime& end);

// The dates around `now` among those that are needed, as indices into `dates`, and the weight of the second.
// Precondition: the needed dates reach from before `now` to after it.
struct DateBracket {
  std::size_t first = 0, second = 0;
  double weight = 0.0;
};
DateBracket find_bracket(const std::vector<DateTime>& dates, const std::vector<std::size_t>& needed,
                         const DateTime& now);

}  // namespace groundswell
