// SPDX-License-Identifier: Apache-2.0
// Growth with the package st4, from rest at one point: against a plain program with short source steps
// (slow_growth_st4.csv) and against an independent model (duration_wavewatch3.csv).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

using test::wind_speeds;
using test::winds;

test::GrowthRun run_st4(double source_step = SourceTermsSettings().max_source_step) {
  return test::GrowthRun(test::growth_settings("st4", source_step), wind_speeds);
}

const test::GrowthPoint& at(const test::GrowthTable& table, int wind, double hours) {
  for (const auto& point : table.at({"st4", wind}))
    if (point.hours == hours) return point;
  throw std::runtime_error(text("no row of ", wind, " m/s and ", hours, " h"));
}

double percent(double value, double expected) {
  return 100.0 * (value / expected - 1.0);
}

// What of a point is outside the bands about the sea that short steps yield; empty if nothing is.
std::string beyond_bands(const test::GrowthPoint& point, const test::GrowthPoint& expected, int wind) {
  std::string beyond;
  const auto check = [&](const char* name, double difference, double most) {
    if (!(std::abs(difference) < most)) beyond += text(" ", name, " ", difference);
  };
  const bool first = expected.hours < 3.0;
  check("Hs", percent(point.height, expected.height),
        first                               ? 6.0
        : wind == 5 && expected.hours < 4.0 ? 3.0
                                            : 2.0);
  check("fp", percent(point.peak_frequency, expected.peak_frequency), first ? 5.0 : 2.0);
  check("spread", point.spread - expected.spread, first ? 2.0 : 1.0);
  if (first) return beyond;
  check("Tm02", percent(point.period_02, expected.period_02), 2.0);
  check("u*", percent(point.ustar, expected.ustar), 3.0);
  return beyond;
}

TEST(GrowthWithSt4, OfUsualStepsIsThatOfShortOnes) {
  const auto slow = test::read_slow_st4(20.0), independent = test::read_growth_table();
  test::GrowthRun run = run_st4();
  for (double hours : {1.0, 3.0, 6.0, 12.0, 24.0, 48.0, 72.0}) {
    run.advance_to(hours, 600.0);
    for (std::size_t cell = 0; cell < winds.size(); ++cell) {
      const auto point = run.point(cell), expected = at(slow, winds[cell], hours);
      std::printf(
          "st4 U10 %2d m/s %2.0f h: Hs %6.3f m (%+4.1f %%), fp %.4f Hz (%+4.1f %%), Tm02 %5.2f s (%+4.1f "
          "%%), "
          "spread %.1f (%+.1f), u* %.3f m/s (%+.1f %%)",
          winds[cell], hours, point.height, percent(point.height, expected.height), point.peak_frequency,
          percent(point.peak_frequency, expected.peak_frequency), point.period_02,
          percent(point.period_02, expected.period_02), point.spread, point.spread - expected.spread,
          point.ustar, percent(point.ustar, expected.ustar));
      EXPECT_EQ(beyond_bands(point, expected, winds[cell]), "") << winds[cell] << " m/s " << hours << " h";
      if (independent.contains({"st4", winds[cell]})) {
        const auto other = at(independent, winds[cell], hours);
        const double height = percent(point.height, other.height),
                     peak = percent(point.peak_frequency, other.peak_frequency);
        std::printf("; independent model: Hs %+4.1f %%, fp %+4.1f %%", height, peak);
        if (hours >= 3.0) {  // the limiter of this one matters early on
          EXPECT_LT(std::abs(height), hours < 24.0 ? 12.0 : 8.0) << winds[cell] << " m/s " << hours << " h";
          EXPECT_LT(std::abs(peak), 5.0) << winds[cell] << " m/s " << hours << " h";
        }
      }
      std::printf("\n");
    }
  }
}

TEST(GrowthWithSt4, IsLimitedInTheFirstTwoHoursOnly) {
  test::GrowthRun run = run_st4();
  run.advance_to(0.5, 600.0);
  for (std::size_t cell = 0; cell < winds.size(); ++cell)
    EXPECT_GT(run.cells.limited[cell], 0) << winds[cell];
  run.advance_to(2.0 - 1.0 / 6.0, 600.0);
  for (int step = 12; step <= 144; ++step) {
    run.advance_to(step / 6.0, 600.0);
    for (std::size_t cell = 0; cell < winds.size(); ++cell)
      EXPECT_EQ(run.cells.limited[cell], 0) << winds[cell] << " m/s " << step / 6.0 << " h";
  }
}

// The bands are narrow enough to tell whole steps of 300 s, without sub-steps, in young seas.
TEST(GrowthWithSt4, OfWholeLongStepsLagsBehind) {
  const auto slow = test::read_slow_st4(20.0), whole = test::read_slow_st4(300.0);
  for (int wind : {10, 20})
    for (double hours : {1.0, 3.0}) {
      const auto point = at(whole, wind, hours), expected = at(slow, wind, hours);
      EXPECT_NE(beyond_bands(point, expected, wind), "") << wind << " m/s " << hours << " h";
      EXPECT_LT(percent(point.height, expected.height), hours < 3.0 ? -15.0 : -5.0);
      EXPECT_GT(percent(point.peak_frequency, expected.peak_frequency), hours < 3.0 ? 10.0 : 5.0);
    }
}

// In the first hour the model divides these steps further and follows the growth within each, whereas the
// slow program lags behind: with steps of 5 s its sea of 1 h is 1 to 2 % higher.
TEST(GrowthWithSt4, FollowsTheSlowProgram) {
  const auto slow = test::read_slow_st4(20.0);
  test::GrowthRun run = run_st4(20.0);
  for (double hours : {1.0, 3.0, 6.0, 12.0, 24.0}) {
    run.advance_to(hours, 600.0);
    const double most = hours < 3.0 ? 0.75 : hours < 12.0 ? 0.25 : 0.05;  // [%]
    for (std::size_t cell = 0; cell < winds.size(); ++cell) {
      SCOPED_TRACE(text(winds[cell], " m/s ", hours, " h"));
      const auto point = run.point(cell), expected = at(slow, winds[cell], hours);
      EXPECT_NEAR(percent(point.height, expected.height), 0.0, most);
      EXPECT_NEAR(percent(point.peak_frequency, expected.peak_frequency), 0.0, most);
      EXPECT_NEAR(percent(point.period_02, expected.period_02), 0.0, most);
      EXPECT_NEAR(percent(point.ustar, expected.ustar), 0.0, most);
      EXPECT_NEAR(point.spread, expected.spread, hours < 3.0 ? 0.2 : 0.01);
    }
  }
}

TEST(GrowthWithSt4, DependsLittleOnTheSourceStep) {
  test::GrowthRun shorter = run_st4(60.0), longer = run_st4(300.0);
  for (double hours : {3.0, 6.0, 12.0, 24.0, 48.0}) {
    shorter.advance_to(hours, 600.0);
    longer.advance_to(hours, 600.0);
    for (std::size_t cell = 0; cell < winds.size(); ++cell) {
      const auto a = shorter.point(cell), b = longer.point(cell);
      EXPECT_LT(std::abs(percent(b.height, a.height)), 1.0) << winds[cell] << " m/s " << hours << " h";
      EXPECT_LT(std::abs(percent(b.peak_frequency, a.peak_frequency)), 1.0)
          << winds[cell] << " m/s " << hours << " h";
    }
  }
}

}  // namespace
}  // namespace groundswell
