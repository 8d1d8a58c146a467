// SPDX-License-Identifier: Apache-2.0
// Which dates of a series a run needs, and whether one of them is missing: the question is answered before
// the first step, not in the middle of the night.
#pragma once

#include <string>
#include <vector>

#include "forcing/lat_lon_series.hpp"

namespace groundswell {

struct NeededDates {
  // Indices into dates() of the series, ascending, from the last date at or before the start to the first at
  // or after the end; dates at which a component is wholly missing are left out.
  std::vector<std::size_t> indices;
  std::string problem;  // a sentence, or "" where nothing is missing
};

// A date is missing where two dates lie more than 1.5 typical (median) steps of the series apart, or where a
// component has no value at all. With interpolate_gaps, gaps of up to max_gap are no problem.
NeededDates find_needed_dates(const LatLonSeries& series, const ForcingFileSettings& settings,
                              const DateTime& start, const DateTime& end);

}  // namespace groundswell
