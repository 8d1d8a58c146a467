// SPDX-License-Identifier: Apache-2.0
// What the growth limiters may not do: hold back a sea that should start, grow or decay, or make it depend on
// where the frequency grid ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

const std::vector<double> breeze_to_gale = {2.0, 10.0, 20.0};

SourceTermsSettings limited_by(const std::string& limiter) {
  SourceTermsSettings settings;
  settings.limiter = limiter;
  return settings;
}

class EachLimiter : public testing::TestWithParam<const char*> {};

}  // namespace

TEST_P(EachLimiter, LetsTheSeaGrowFromCalm) {
  test::GrowthRun run(limited_by(GetParam()), breeze_to_gale);
  test::GrowthRun usual(limited_by("hersbach_janssen"), breeze_to_gale);
  run.advance_to(24.0);
  usual.advance_to(24.0);
  for (std::size_t cell = 0; cell < breeze_to_gale.size(); ++cell) {
    const double height = run.point(cell).height, expected = usual.point(cell).height;
    std::printf("%s, %2.0f m/s, 24 h: Hs %.3f m (%+.1f %%)\n", GetParam(), breeze_to_gale[cell], height,
                100.0 * (height / expected - 1.0));
    EXPECT_NEAR(height / expected, 1.0, 0.25) << breeze_to_gale[cell] << " m/s";
  }
}

// In calm air the bound falls with u*; whitecapping must act all the same.
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

// `wamdi`, which lets the first hours grow at a fifth of the others' pace, remembers the last frequency,
// where waves begin, for longer.
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
        if (hours >= first)
          EXPECT_NEAR(ratio, 1.0, 0.08) << n_freq << " frequencies, " << breeze_to_gale[cell] << " m/s";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, EachLimiter, testing::Values("hersbach_janssen", "ecmwf", "wamdi"));

}  // namespace groundswell
