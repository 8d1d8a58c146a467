// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/date_time.hpp"
#include "base/error.hpp"
#include "support/sentences.hpp"

namespace groundswell {

TEST(DateTime, LengthsOfTimeHaveASuitableUnit) {
  EXPECT_EQ(duration_text(600), "600 s");
  EXPECT_EQ(duration_text(5400), "1.5 h");
  EXPECT_EQ(duration_text(86400), "24 h");
  EXPECT_EQ(duration_text(172800), "2 d");
}

TEST(DateTime, CountsSecondsSince1970) {
  EXPECT_EQ(DateTime::parse("1970-01-01").seconds(), 0);
  EXPECT_EQ(DateTime::parse("1996-01-15T18:00:00Z").seconds(), 821728800);  // date -u -d ... +%s
  EXPECT_EQ(DateTime::parse("1600-03-01").seconds(), -11670912000);
}

TEST(DateTime, ReadsWhatFilesWrite) {
  const DateTime reference = DateTime::parse("1996-01-05 00:00");
  for (const char* same : {"1996 01 05 00:00", "1996-1-5", "1996-01-05T00:00:00.0Z", "1996-01-05 00:00:00",
                           "1996-01-05 00:00:00.0 0:00", "1996-01-05 00:00 0:00", "1996-01-05T00:00:00+00:00",
                           "1996-01-05 00:00:00 UTC", "1996-01-05 00:00:00 -0000", "1996-01-05 02:00:00 +02",
                           "1996-01-05 00:10 +0010", "1996-01-04T20:30:00-03:30", "1996-01-05-00:00:00 "})
    EXPECT_EQ(DateTime::parse(same), reference) << same;
}

TEST(DateTime, GivesBackItsParts) {
  for (Calendar calendar : {Calendar::standard, Calendar::noleap, Calendar::day360})
    for (std::int64_t seconds = -60000000000; seconds < 100000000000; seconds += 777777777) {
      const DateTime date = DateTime({}, calendar) + seconds;
      EXPECT_EQ(DateTime::parse(date.iso(), calendar), date) << date.iso();
    }
}

TEST(DateTime, KnowsItsCalendar) {
  EXPECT_EQ(DateTime::parse("2000-03-01") - DateTime::parse("2000-02-28"), 2 * 86400);
  EXPECT_EQ(DateTime::parse("2000-03-01", Calendar::noleap) - DateTime::parse("2000-02-28", Calendar::noleap),
            86400);
  EXPECT_NO_THROW(DateTime::parse("2001-02-30", Calendar::day360));
  EXPECT_THROW(DateTime::parse("2001-02-29"), Error);
}

TEST(DateTime, RefusesWhatIsNotADate) {
  for (const char* bad : {"", "yesterday", "1996-01", "1996-01-15T25:00", "1996/01/15", "1996-01-15 nonsense",
                          "1996-01-15 00:00:00 nonsense", "1996-01-15T00:00:00+99:00",
                          "1996-01-15T00:", "1996-01-15T00:00:00 EST", "1996-01-15 00:00:00+",
                          "1996-01-15 00:00:00 1:75", "99999999-01-01"})
    EXPECT_THROW(DateTime::parse(bad), Error) << bad;
}

TEST(DateTime, BeyondAllNumbersIsRefused) {
  const DateTime date = DateTime::parse("2001-02-03");
  EXPECT_EQ((date + 1'000'000'000'000).iso(), "33689-10-30T01:46:40Z");
  for (const std::int64_t seconds : {INT64_MAX, INT64_MAX - 5, INT64_MIN, longest_span})
    EXPECT_EQ(test::message_of([&] { date + seconds; }),
              text("there is no date ", seconds, " s after 2001-02-03T00:00:00Z"));
}

TEST(Alarm, IsDueAtItsIntervalsAndNoOtherTime) {
  const DateTime start = DateTime::parse("2020-01-01");
  const Alarm alarm(start, 3600, start + 7200);
  EXPECT_TRUE(alarm.due(start));
  EXPECT_FALSE(alarm.due(start + 600));
  EXPECT_TRUE(alarm.due(start + 7200));
  EXPECT_FALSE(alarm.due(start + 10800));
  EXPECT_FALSE(alarm.due(start + (-3600)));
  EXPECT_THROW(Alarm(start, 0, start), Error);
}

}  // namespace groundswell
