// SPDX-License-Identifier: Apache-2.0
// Dates in files: units, calendars, a reference date in a character variable, climatologies.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "files/time_axis.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

using test::NetcdfFile;
using test::scratch_path;

// A file with nothing but a time axis; `reftime` is written if it is not empty.
NetcdfReader axis_file(const std::vector<double>& steps, const std::string& units,
                       const std::string& calendar = "", const std::string& reftime = "") {
  const std::filesystem::path path = scratch_path("axis.nc");
  {
    NetcdfFile file(path);
    file.dimension("time", steps.size()).dimension("letters", 20).variable("time", NC_DOUBLE, {"time"});
    if (!units.empty()) file.attribute("units", units);
    if (!calendar.empty()) file.attribute("calendar", calendar);
    if (!reftime.empty()) file.variable("reftime", NC_CHAR, {"letters"});
    file.put("time", steps);
    if (!reftime.empty()) file.put_text("reftime", reftime);
  }
  return NetcdfReader(path);
}

std::vector<std::string> dates_of(const NetcdfReader& reader, Calendar calendar = Calendar::standard) {
  std::vector<std::string> out;
  for (const DatedRecord& dated : read_time_axis(reader, "time", calendar).records)
    out.push_back(dated.date.iso());
  return out;
}

using Dates = std::vector<std::string>;

std::string refusal(const NetcdfReader& reader, Calendar calendar = Calendar::standard) {
  try {
    read_time_axis(reader, "time", calendar);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(TimeAxis, ReadsUnitsSinceADate) {
  EXPECT_EQ(dates_of(axis_file({0, 6.5}, "hours since 1996-01-05 00:00")),
            (Dates{"1996-01-05T00:00:00Z", "1996-01-05T06:30:00Z"}));
  EXPECT_EQ(dates_of(axis_file({1, 59}, "days since 2000-1-1")),
            (Dates{"2000-01-02T00:00:00Z", "2000-02-29T00:00:00Z"}));
  EXPECT_EQ(dates_of(axis_file({90}, "seconds since 1970-01-01T00:00:00Z")), Dates{"1970-01-01T00:01:30Z"});
  EXPECT_EQ(dates_of(axis_file({833328}, "hours since 1900-01-01 00:00:00.0")),
            Dates{"1995-01-25T00:00:00Z"});
  EXPECT_EQ(dates_of(axis_file({0, 1, 13}, "months since 1999-12-01")),
            (Dates{"1999-12-01T00:00:00Z", "2000-01-01T00:00:00Z", "2001-01-01T00:00:00Z"}));
}

TEST(TimeAxis, KeepsFractionsOfASecond) {
  const TimeAxis axis =
      read_time_axis(axis_file({0.25, 0.75, -0.25}, "seconds since 2000-01-01"), "time", Calendar::standard);
  const DateTime first = DateTime::parse("2000-01-01");
  const std::vector<std::int64_t> whole{0, 1, 0};
  const std::vector<double> fraction{0.25, -0.25, -0.25};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(axis.records[i].date - first, whole[i]);
    EXPECT_EQ(axis.records[i].fraction, fraction[i]);
  }
}

// xarray writes fractional times in this way.
TEST(TimeAxis, ReadsSmallUnitsSinceAFractionOfASecond) {
  for (const auto& [unit, second] : std::vector<std::pair<std::string, double>>{
           {"milliseconds", 1e3}, {"microseconds", 1e6}, {"nanoseconds", 1e9}}) {
    const TimeAxis axis = read_time_axis(
        axis_file({0.0, 0.95 * second, 3600.0 * second}, unit + " since 2000-01-01 00:00:00.250000"), "time",
        Calendar::standard);
    const DateTime first = DateTime::parse("2000-01-01");
    const std::vector<double> seconds{0.25, 1.2, 3600.25};
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(double(axis.records[i].date - first) + axis.records[i].fraction, seconds[i], 1e-9);
  }
}

TEST(TimeAxis, KnowsCalendars) {
  EXPECT_EQ(dates_of(axis_file({59}, "days since 2000-01-01", "noleap"), Calendar::noleap),
            Dates{"2000-03-01T00:00:00Z"});
  EXPECT_EQ(dates_of(axis_file({59}, "days since 2000-01-01", "360_day"), Calendar::day360),
            Dates{"2000-02-30T00:00:00Z"});
  // Year, month and day stay the same in another calendar; dates that do not exist there are left out.
  EXPECT_EQ(dates_of(axis_file({59}, "days since 2000-01-01", "365_day"), Calendar::standard),
            Dates{"2000-03-01T00:00:00Z"});
  EXPECT_EQ(dates_of(axis_file({58, 59, 60}, "days since 2000-01-01"), Calendar::noleap),
            (Dates{"2000-02-28T00:00:00Z", "2000-03-01T00:00:00Z"}));
  EXPECT_NE(
      refusal(axis_file({0}, "days since 2000-01-01", "360_day")).find("set the run's calendar to 360_day"),
      std::string::npos);
}

TEST(TimeAxis, ReadsHoursFromACharacterReference) {
  EXPECT_EQ(dates_of(axis_file({0, 378}, "", "", "1996 01 05 00:00")),
            (Dates{"1996-01-05T00:00:00Z", "1996-01-20T18:00:00Z"}));
}

TEST(TimeAxis, AYearZeroMeansMonths) {
  std::vector<double> mid_months;
  for (int m = 0; m < 12; ++m) mid_months.push_back(366.0 + 730.485 * m);
  const TimeAxis axis =
      read_time_axis(axis_file(mid_months, "hour since 0000-01-01 00:00:00"), "time", Calendar::standard);
  EXPECT_TRUE(axis.records.empty());
  ASSERT_EQ(axis.months.size(), 12u);
  EXPECT_EQ(axis.months[11], 11u);
  const auto repeated =
      repeat_months(axis.months, DateTime::parse("1996-12-20"), DateTime::parse("1997-01-03"));
  ASSERT_EQ(repeated.size(), 48u);  // 1995 to 1998
  EXPECT_EQ(repeated[0].date.iso(), "1995-01-16T12:00:00Z");
  EXPECT_EQ(repeated[13].date.iso(), "1996-02-15T12:00:00Z");
  EXPECT_EQ(repeated[13].record, 1u);
  mid_months.pop_back();
  EXPECT_NE(refusal(axis_file(mid_months, "hours since 0000-01-01"))
                .find("does not have one value for each of the twelve"),
            std::string::npos);
}

TEST(TimeAxis, RefusesWhatIsNotATime) {
  EXPECT_NE(refusal(axis_file({0}, "")).find("has no units and the file has no reference date"),
            std::string::npos);
  EXPECT_NE(refusal(axis_file({0}, "hours")).find("has units 'hours'; they must be like"), std::string::npos);
  EXPECT_NE(refusal(axis_file({0}, "metres since 2000-01-01")).find("they measure different things"),
            std::string::npos);
  EXPECT_NE(refusal(axis_file({0}, "hours since yesterday")).find("is not a date"), std::string::npos);
  EXPECT_NE(refusal(axis_file({0}, "hours since 2000-01-01", "mayan")).find("calendar 'mayan' is not known"),
            std::string::npos);
  EXPECT_NE(refusal(axis_file({NC_FILL_DOUBLE}, "hours since 2000-01-01")).find("has a missing value"),
            std::string::npos);
}

}  // namespace groundswell
