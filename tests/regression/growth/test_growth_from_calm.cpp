// SPDX-License-Identifier: Apache-2.0
// The first hours on calm water: the frequencies at which the linear input puts its energy, and whether the
// default source step gives the same result as short ones.
#include <gtest/gtest.h>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

class GrowthFromCalm : public testing::TestWithParam<const char*> {};

// The fraction of m0 below `frequency` [Hz].
double low_share(const test::Cells& cells, std::size_t cell, double frequency) {
  double low = 0.0, all = 0.0;
  for (int bin = 0; bin < cells.grid.n_bin(); ++bin) {
    const auto freq = std::size_t(bin / cells.grid.n_dir());
    const double energy = cells.variance(cell, bin) * cells.grid.frequency_width()[freq];
    all += energy;
    if (cells.grid.frequency()[freq] < frequency) low += energy;
  }
  return low / all;
}

TEST_P(GrowthFromCalm, BeginsWithShortWavesInStrongWind) {
  for (double step : {300.0, 600.0}) {  // [s] one source step, two source steps
    test::GrowthRun run(test::growth_settings(GetParam()), {30.0, 40.0, 50.0, 60.0});
    run.advance_to(step / 3600.0);
    for (std::size_t cell = 0; cell < 4; ++cell) {
      EXPECT_GT(run.point(cell).height, 0.3);
      EXPECT_LT(low_share(run.cells, cell, 0.5 * run.point(cell).peak_frequency), 1e-4)
          << step << " s, wind " << run.cells.wind_x[cell];
    }
  }
}

TEST_P(GrowthFromCalm, BeginsInLightWindWhateverTheStep) {
  test::GrowthRun usual(test::growth_settings(GetParam()), {2.0});
  test::GrowthRun fine(test::growth_settings(GetParam(), 20.0), {2.0});
  usual.advance_to(6.0);
  fine.advance_to(6.0);
  const double ratio = usual.point(0).height / fine.point(0).height;
  std::printf("%s, 2 m/s, 6 h: %.4f m, %.3f of short steps\n", GetParam(), usual.point(0).height, ratio);
  // With st4 the air damps the first short waves nearly as fast as it makes others grow.
  EXPECT_GT(usual.point(0).height, GetParam() == std::string("st4") ? 0.0028 : 0.02);
  EXPECT_NEAR(ratio, 1.0, 0.2);
}

TEST_P(GrowthFromCalm, GrowsInTheFirstHourAsWithShortSteps) {
  const std::vector<double> winds{5.0, 10.0, 15.0, 20.0, 30.0, 50.0};
  test::GrowthRun usual(test::growth_settings(GetParam()), winds);
  test::GrowthRun fine(test::growth_settings(GetParam(), 10.0), winds);
  for (double hours : {0.25, 0.5, 1.0, 2.0}) {
    usual.advance_to(hours);
    fine.advance_to(hours);
    for (std::size_t cell = 0; cell < winds.size(); ++cell) {
      const double ratio = usual.point(cell).height / fine.point(cell).height;
      std::printf("%s, %2.0f m/s, %.2f h: %.3f m, %.3f of short steps\n", GetParam(), winds[cell], hours,
                  usual.point(cell).height, ratio);
      EXPECT_NEAR(ratio, 1.0, 0.1) << winds[cell] << " m/s, " << hours << " h";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, GrowthFromCalm, testing::Values("wam3", "wam4", "bja", "st4"));

}  // namespace
}  // namespace groundswell
