// SPDX-License-Identifier: Apache-2.0
// Errors that the growth limiters must not cause: a sea that is held back when it should start, grow or
// decay, or one that depends on where the frequency grid ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

const std::vector<double> breeze_to_gale = {2.0, 10.0, 20.0};

// By a limiter with wam4, or with st4 by its usual one.
SourceTermsSettings limited_by(const std::string& limiter) {
  SourceTermsSettings settings;
  if (limiter == "st4")
    settings.package = PhysicsPackage::st4;
  else
    settings.limiter = find_named(growth_limiters, limiter).value;
  return settings;
}

class EachLimiter : public testing::TestWithParam<const char*> {};

TEST_P(EachLimiter, LetsTheSeaGrowFromCalm) {
  test::GrowthRun run(limited_by(GetParam()), breeze_to_gale);
  const std::string package = GetParam() == std::string("st4") ? "st4" : "hersbach_janssen";
  test::GrowthRun usual(limited_by(package), breeze_to_gale);
  run.advance_to(24.0);
  usual.advance_to(24.0);
  for (std::size_t cell = 0; cell < breeze_to_gale.size(); ++cell) {
    const double height = run.point(cell).height, expected = usual.point(cell).height;
    std::printf("%s, %2.0f m/s, 24 h: Hs %.3f m (%+.1f %%)\n", GetParam(), breeze_to_gale[cell], height,
                100.0 * (height / expected - 1.0));
    EXPECT_NEAR(height / expected, 1.0, 0.25) << breeze_to_gale[cell] << " m/s";
  }
}

// A tight bound must not hide from the source steps that a young sea changes.
TEST_P(EachLimiter, LetsTheSeaGrowTheSameWithAnySteps) {
  auto settings = limited_by(GetParam());
  // With st4 a rising sea lags behind by some minutes.
  const double most = settings.package == PhysicsPackage::st4 ? 0.035 : 0.025;
  test::GrowthRun in_hours(settings, breeze_to_gale), in_steps(settings, breeze_to_gale);
  settings.max_source_step = 10.0;
  test::GrowthRun right(settings, breeze_to_gale);
  for (double hours : {1.0, 2.0, 3.0, 6.0}) {
    right.advance_to(hours);
    in_steps.advance_to(hours, 600.0);
    in_hours.advance_to(hours, 3600.0);
    for (const test::GrowthRun* run : {&in_steps, &in_hours})
      for (std::size_t cell : {1, 2}) {
        const double ratio = run->point(cell).height / right.point(cell).height;
        std::printf("%s, %2.0f m/s, %.0f h: %+.1f %%\n", GetParam(), breeze_to_gale[cell], hours,
                    100.0 * (ratio - 1.0));
        EXPECT_NEAR(ratio, 1.0, hours < 1.5 ? 0.05 : most)
            << breeze_to_gale[cell] << " m/s, " << hours << " h";
      }
  }
}

// In calm air the limiter's bound falls with u*; whitecapping must act nevertheless.
TEST_P(EachLimiter, LetsAHighSeaDecayInCalmAir) {
  test::GrowthRun run(limited_by(GetParam()), {0.0});
  const auto sea =
      make_action(run.cells.grid, make_jonswap_spectrum(make_jonswap_from_height(6.0, 1.0 / 11.0), 0.0));
  std::copy(sea.begin(), sea.end(), run.cells.action.row(0));
  EXPECT_NEAR(run.point(0).height, 6.0, 0.05);
  run.advance_to(24.0);
  std::printf("%s: 6 m of wind sea are %.2f m after 24 h of calm\n", GetParam(), run.point(0).height);
  EXPECT_LT(run.point(0).height, 4.5);
  EXPECT_GT(run.point(0).height, 3.5);
}

// Nonlinear transfer changes a steep swell, narrow in frequency and direction, faster than any limiter
// allows: whatever the step, the swell must not grow, and must decay as it does without a limiter. Without
// the energy budget of each step (step_budget.hpp), a swell of 6 m and 8 s rises to 7.8 m within an hour.
TEST_P(EachLimiter, LetsASteepSwellDecayInCalmAir) {
  for (auto [height, period] : {std::pair{6.0, 8.0}, {8.0, 10.0}, {3.0, 6.0}, {3.0, 8.0}}) {
    const auto swell = make_swell_spectrum({height, 1.0 / period, 0.01}, 0.0);
    const auto start = [&](const std::string& limiter, double source_step) {
      auto settings = limited_by(GetParam());
      if (limiter == "none") settings.limiter = GrowthLimiter::none;
      settings.max_source_step = source_step;
      const std::vector<double> calm(1);
      test::GrowthRun run(settings, calm);
      const auto sea = make_action(run.cells.grid, swell);
      std::copy(sea.begin(), sea.end(), run.cells.action.row(0));
      return run;
    };
    test::GrowthRun right = start("none", 2.0);
    std::vector<test::GrowthRun> runs;
    for (double source_step : {10.0, 60.0, 600.0, 3600.0}) runs.push_back(start(GetParam(), source_step));
    std::vector<double> last(runs.size(), 1.001 * height);
    for (double hours : {0.5, 1.0, 2.0, 6.0}) {
      right.advance_to(hours);
      for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].advance_to(hours);
        const double now = runs[i].point(0).height;
        EXPECT_LT(now, last[i]) << height << " m " << period << " s, step " << i << ", " << hours << " h";
        EXPECT_NEAR(now / right.point(0).height, 1.0, 0.12)
            << height << " m " << period << " s, step " << i << ", " << hours << " h";
        EXPECT_NEAR(now / runs[0].point(0).height, 1.0, 0.02)
            << height << " m " << period << " s, " << hours << " h";
        last[i] = now;
      }
    }
  }
}

// Under `wamdi`, waves grow at a fifth of their rate under the other limiters in the first hours, so the sea
// depends for longer on the last frequency, at which waves begin.
TEST_P(EachLimiter, SoonForgetsWhereTheGridEnds) {
  const double first = GetParam() == std::string("wamdi") ? 24.0 : 6.0;
  for (int n_freq : {28, 31, 39, 45}) {
    SpectralGridSettings spectrum;
    spectrum.n_freq = n_freq;
    const SpectralGrid grid(spectrum);
    test::GrowthRun run(limited_by(GetParam()), breeze_to_gale, 1e5, grid);
    test::GrowthRun expected(limited_by(GetParam()), breeze_to_gale);
    for (double hours : {6.0, 12.0, 24.0}) {
      run.advance_to(hours);
      expected.advance_to(hours);
      for (std::size_t cell : {1, 2}) {
        const double ratio = run.point(cell).height / expected.point(cell).height;
        std::printf("%s, last frequency %.2f Hz, %2.0f m/s, %2.0f h: %+.1f %%\n", GetParam(),
                    grid.frequency().back(), breeze_to_gale[cell], hours, 100.0 * (ratio - 1.0));
        if (hours >= first) {
          EXPECT_NEAR(ratio, 1.0, 0.08) << n_freq << " frequencies, " << breeze_to_gale[cell] << " m/s";
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, EachLimiter, testing::Values("hersbach_janssen", "ecmwf", "wamdi", "st4"));

}  // namespace
}  // namespace groundswell
