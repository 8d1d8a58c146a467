// SPDX-License-Identifier: Apache-2.0
// Dates of a variable in a netCDF file, in the run's calendar. The file may have "hours since ..." in any CF
// calendar, steps in hours and a character variable with the reference date (NCAR's sample data), or a
// climatology of twelve months whose year is 0 or 1. Reference: CF conventions 1.8, sections 4.4 and 7.4.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "files/netcdf_reader.hpp"

namespace groundswell {

// A date and the record of the file with its values.
struct DatedRecord {
  DateTime date;  // to the nearest second
  std::size_t record = 0;
  double fraction = 0.0;  // [s] by which the file's time is later than `date`, -0.5 to 0.5
};

struct TimeAxis {
  std::vector<DatedRecord> records;  // in the file's order; empty for a climatology
  // The records of January to December of a climatology; empty for real dates.
  std::vector<std::size_t> months;
};

// The dates along the coordinate variable `name`, in `calendar`; dates of the file that do not exist in this
// calendar (29 February if it has no leap years) are dropped. Throws Error for an axis without units or
// reference date, with units that are not of time, with a value that is missing or no date, for a climatology
// that does not have each month once, or if only one of the two calendars has years of 360 days.
TimeAxis read_time_axis(const NetcdfReader& reader, const std::string& name, Calendar calendar);

// The records of a climatology, each dated to the middle of its month, for all months from the year before
// `start` to the year after `end`.
std::vector<DatedRecord> repeat_months(const std::vector<std::size_t>& months, const DateTime& start,
                                       const DateTime& end);

// The same date in another calendar, or empty if it does not exist there.
std::optional<DateTime> in_calendar(const DateTime& date, Calendar calendar);

}  // namespace groundswell
