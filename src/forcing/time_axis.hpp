// SPDX-License-Identifier: Apache-2.0
// Dates of a variable in a netCDF file, in the calendar of the run, as the community writes them: "hours
// since ..." in any CF calendar, steps in hours beside a character variable with the reference date (NCAR's
// sample data), and climatologies of twelve months whose year is 0 or 1. Reference: CF conventions 1.8,
// sections 4.4 and 7.4.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "files/netcdf_reader.hpp"

namespace groundswell {

// A date and the record of the file that holds its values.
struct DatedRecord {
  DateTime date;
  std::size_t record = 0;
};

struct TimeAxis {
  std::vector<DatedRecord> records;  // in the file's order; empty for a climatology
  std::vector<std::size_t>
      months;  // the records of January to December of a climatology; empty for real dates
};

// The dates along the coordinate variable `name`, in `calendar`; dates of the file that do not exist there
// (29 February of a calendar without it) are left out. Throws Error for an axis without units or reference
// date, with units that are no time, or between calendars of 360 days and others.
TimeAxis read_time_axis(const NetcdfReader& reader, const std::string& name, Calendar calendar);

// The records of a climatology in the middle of every month from the year before `start` to the year after
// `end`.
std::vector<DatedRecord> repeat_months(const std::vector<std::size_t>& months, const DateTime& start,
                                       const DateTime& end);

// The same date of another calendar, or nothing where it does not exist there.
std::optional<DateTime> in_calendar(const DateTime& date, Calendar calendar);

}  // namespace groundswell
