// SPDX-License-Identifier: Apache-2.0
// Duration-limited growth against an independent model with the same physics (Hs within 12 %, fp within 8 %
// from 3 h on) and against a plain reference implementation of the same scheme; independence of the source
// step; and the fully developed sea of Pierson and Moskowitz.
#include <gtest/gtest.h>

#include <algorithm>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

using test::wind_speeds;
using test::winds;

class DurationGrowth : public testing::TestWithParam<const char*> {};

TEST_P(DurationGrowth, StaysInTheBandsOfTheIndependentModel) {
  const std::string setting = GetParam();
  const auto table = test::read_growth_table();
  test::GrowthRun run(test::growth_settings(setting), wind_speeds);
  for (double hours : {1.0, 3.0, 6.0, 12.0, 24.0, 48.0, 72.0}) {
    run.advance_to(hours, 600.0);
    for (std::size_t cell = 0; cell < winds.size(); ++cell) {
      const auto point = run.point(cell);
      for (const auto& expected : table.at({setting, winds[cell]})) {
        if (expected.hours != hours) continue;
        const double height = 100.0 * (point.height / expected.height - 1.0);
        const double peak = 100.0 * (point.peak_frequency / expected.peak_frequency - 1.0);
        std::printf(
            "%s U10 %2d m/s %2.0f h: Hs %6.3f m (%+5.1f %%), fp %.4f Hz (%+5.1f %%), u* %.3f (%.3f) m/s\n",
            setting.c_str(), winds[cell], hours, point.height, height, point.peak_frequency, peak,
            point.ustar, expected.ustar);
        if (hours < 3.0) continue;  // the other model's adaptive steps matter early on
        EXPECT_LT(std::abs(height), 12.0) << setting << " " << winds[cell] << " m/s " << hours << " h";
        EXPECT_LT(std::abs(peak), 8.0) << setting << " " << winds[cell] << " m/s " << hours << " h";
      }
    }
  }
}

TEST_P(DurationGrowth, DependsLittleOnTheSourceStep) {
  const std::string setting = GetParam();
  for (double source_step : {60.0, 300.0}) {
    test::GrowthRun usual(test::growth_settings(setting), wind_speeds);
    test::GrowthRun other(test::growth_settings(setting, source_step), wind_speeds);
    for (double hours : {6.0, 12.0, 24.0, 48.0}) {
      usual.advance_to(hours, 600.0);
      other.advance_to(hours, 600.0);
      for (std::size_t cell = 0; cell < winds.size(); ++cell) {
        const auto a = usual.point(cell), b = other.point(cell);
        EXPECT_NEAR(b.height / a.height, 1.0, 0.02)
            << source_step << " s, " << winds[cell] << " m/s " << hours << " h";
        EXPECT_NEAR(b.peak_frequency / a.peak_frequency, 1.0, 0.03)
            << source_step << " s, " << winds[cell] << " m/s " << hours << " h";
      }
    }
  }
}

// Tests the source step, the limiter and the wave stress that is carried over against slow_growth.py, which
// computes in double precision and shares no code with the model.
TEST_P(DurationGrowth, FollowsTheSlowProgram) {
  const std::string setting = GetParam();
  for (double source_step : {60.0, 300.0, 600.0}) {
    const auto slow = test::read_slow_heights(setting, source_step);
    ASSERT_EQ(slow.size(), 5 * winds.size());
    test::GrowthRun run(test::growth_settings(setting, source_step), wind_speeds);
    double worst = 0.0;
    for (int hours : {1, 3, 6, 12, 24}) {
      run.advance_to(hours, source_step);
      for (std::size_t cell = 0; cell < winds.size(); ++cell) {
        const double ratio = run.point(cell).height / slow.at({winds[cell], hours});
        worst = std::max(worst, std::abs(ratio - 1.0));
      }
    }
    std::printf("%s, source step %.0f s: heights within %.3f %% of the slow program\n", setting.c_str(),
                source_step, 100.0 * worst);
    // In single precision the number of sub-steps of a young sea may be rounded differently: one such case
    // differs by 6.5e-4.
    EXPECT_LT(worst, 1e-3) << source_step << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(, DurationGrowth, testing::Values("wam3", "wam4", "bja"));

TEST(FullyGrownSea, ReachesThePiersonMoskowitzHeight) {
  test::GrowthRun run(test::growth_settings("wam4"), {10.0, 15.0});
  run.advance_to(72.0);
  EXPECT_NEAR(run.point(0).height / (0.0246 * 100.0), 1.0, 0.15);
  EXPECT_NEAR(run.point(1).height / (0.0246 * 225.0), 1.0, 0.15);
}

TEST(FullyGrownSea, IsNotHeldByTheLimiter) {
  test::GrowthRun run(test::growth_settings("wam4"), {10.0, 15.0});
  run.advance_to(72.0);
  EXPECT_EQ(run.cells.limited[0], 0);
  EXPECT_EQ(run.cells.limited[1], 0);
}

}  // namespace
}  // namespace groundswell
