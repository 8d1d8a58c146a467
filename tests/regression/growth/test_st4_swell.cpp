// SPDX-License-Identifier: Apache-2.0
// Damping of swell by the air with the package st4: in calm air, and in weak winds along and against it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

// The rate [s-1] at which the air damps waves of `height` [m] and 13 s, all in one bin, that travel along x
// under a wind along x [m s-1].
double damping_rate_of_one_bin(double height, double wind) {
  const SpectralGrid grid({20, 36, 1.0 / 13.0, 1.1});
  test::Cells cells(grid, 1);
  std::vector<double> variance(std::size_t(grid.n_bin()), 0.0);
  variance[0] = height * height / 16.0 / (grid.frequency_width()[0] * grid.direction_width());
  cells.set_variance(0, variance);
  cells.set_wind(0, wind, grid.direction()[0]);
  const SourceTerms terms(grid, test::growth_settings("st4"));
  return terms.balance(0, cells.forcing(), cells.state())["air_damping"][0] / variance[0];
}

// Ardhuin, Chapron and Collard 2009: steep swell decays, low swell crosses an ocean.
TEST(SwellDampingWithSt4, GrowsWithTheHeightOfTheSwell) {
  for (const auto& [height, expected] : {std::pair{1.0, -3.4e-7}, {2.0, -4.9e-7}, {4.0, -1.35e-6}})
    EXPECT_NEAR(damping_rate_of_one_bin(height, 0.0) / expected, 1.0, 0.02) << height;
}

// Against the wind the damping rises with it. Along the wind it falls at first, as the air becomes smoother
// than calm air: below a roughness of 0.1 nu/u*.
TEST(SwellDampingWithSt4, HasNoJumpWhereTheWindDies) {
  const double calm = damping_rate_of_one_bin(1.0, 0.0);
  double last = calm;
  for (const double wind : {1e-6, 1e-3, 0.01, 0.1, 0.3, 1.0}) {
    const double along = damping_rate_of_one_bin(1.0, wind), against = damping_rate_of_one_bin(1.0, -wind);
    EXPECT_LE(against, last * (1.0 - 1e-9)) << wind;
    EXPECT_NEAR(along, calm, 5e-8 * wind + 1e-9) << wind;
    EXPECT_NEAR(against, calm, 1e-7 * wind + 1e-9) << wind;
    last = against;
  }
}

TEST(SwellDampingWithSt4, IsStrongerAgainstTheWind) {
  for (const double wind : {0.1, 1.0, 3.0, 10.0}) {
    const double along = damping_rate_of_one_bin(1.0, wind), against = damping_rate_of_one_bin(1.0, -wind);
    std::printf("1 m of 13 s in %4.1f m/s: damping %.2e s-1 along the wind, %.2e s-1 against it\n", wind,
                along, against);
    EXPECT_GT(against / along, 1.0 + 0.1 * wind) << wind;
  }
}

// A narrow swell of 1 m and 12.5 s, under winds along x [m s-1].
test::GrowthRun run_swell(const std::vector<double>& winds) {
  test::GrowthRun run(test::growth_settings("st4"), winds);
  const auto action = make_action(run.cells.grid, make_swell_spectrum({1.0, 1.0 / 12.5, 0.005}, 0.0));
  for (std::size_t cell = 0; cell < winds.size(); ++cell)
    std::ranges::copy(action, run.cells.action.row(cell));
  return run;
}

TEST(SwellDampingWithSt4, LeavesMostOfALowSwellAfterTenDays) {
  const std::vector<double> winds{0.0, 1e-6, 1e-3, 0.1, 1.0, -1e-6, -1e-3, -0.1, -1.0};
  test::GrowthRun run = run_swell(winds);
  run.advance_to(240.0, 3600.0);
  std::vector<double> height;
  for (std::size_t cell = 0; cell < winds.size(); ++cell) {
    height.push_back(run.point(cell).height);
    std::printf("swell of 1 m and 12.5 s in %+g m/s: %.4f m after 10 days\n", winds[cell], height[cell]);
  }
  EXPECT_GT(height[0], 0.82);
  EXPECT_LT(height[0], 0.90);
  EXPECT_NEAR(height[1], height[0], 2e-4);
  EXPECT_NEAR(height[5], height[0], 2e-4);
  for (std::size_t cell : {6, 7, 8}) EXPECT_LE(height[cell], height[cell - 1]) << winds[cell];
}

}  // namespace
}  // namespace groundswell
