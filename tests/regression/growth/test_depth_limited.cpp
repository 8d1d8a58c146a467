// SPDX-License-Identifier: Apache-2.0
// Depth-limited wind sea: one point under a constant wind until the sea is steady, compared with the law of
// Young and Verhagen (1996, Coastal Engineering 29) for unlimited fetch, with e = g^2 m0 / U^4, n = fp U / g
// and delta = g d / U^2:
//   e = 3.64e-3 tanh(0.493 delta^0.75)^1.74,   n = 0.133 tanh(0.331 delta^1.01)^-0.37.
// Prints the table in docs/theory/source_terms.md.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

const std::vector<double> shallow_winds{10.0, 15.0, 20.0};

test::GrowthPoint young_verhagen(double wind, double depth) {
  const double delta = gravity * depth / (wind * wind);
  const double e = 3.64e-3 * std::pow(std::tanh(0.493 * std::pow(delta, 0.75)), 1.74);
  const double n = 0.133 * std::pow(std::tanh(0.331 * std::pow(delta, 1.01)), -0.37);
  return {0.0, 4.0 * std::sqrt(e) * wind * wind / gravity, n * gravity / wind, 0.0};
}

// What the sea may have relative to the law.
struct Bounds {
  BottomFriction friction;
  double least_energy, most_energy, least_peak, most_peak;
};

// The seas after 48 h by wind.
std::vector<test::GrowthPoint> seas_near_the_law(double depth, const Bounds& bounds) {
  SourceTermsSettings settings;
  settings.friction = bounds.friction;
  test::GrowthRun run(settings, shallow_winds, depth);
  run.advance_to(42.0);
  std::vector<double> before;
  for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) before.push_back(run.point(cell).height);
  run.advance_to(48.0);
  std::vector<test::GrowthPoint> seas;
  for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) {
    SCOPED_TRACE(testing::Message() << name_of(bottom_frictions, bounds.friction) << ", " << depth << " m, "
                                    << shallow_winds[cell] << " m/s");
    const test::GrowthPoint law = young_verhagen(shallow_winds[cell], depth), sea = run.point(cell);
    const double energy = std::pow(sea.height / law.height, 2),
                 peak = sea.peak_frequency / law.peak_frequency;
    EXPECT_NEAR(sea.height / before[cell], 1.0, 0.01) << "not steady";
    EXPECT_GT(energy, bounds.least_energy);
    EXPECT_LT(energy, bounds.most_energy);
    EXPECT_GT(peak, bounds.least_peak);
    EXPECT_LT(peak, bounds.most_peak);
    seas.push_back(sea);
  }
  return seas;
}

void expect_same_with_short_steps(double depth, BottomFriction friction,
                                  const std::vector<test::GrowthPoint>& seas) {
  SourceTermsSettings settings;
  settings.friction = friction;
  settings.max_source_step = 60.0;
  test::GrowthRun run(settings, shallow_winds, depth);
  run.advance_to(48.0);
  for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell)
    EXPECT_NEAR(run.point(cell).height / seas[cell].height, 1.0, 0.005) << depth << " m, cell " << cell;
}

void print_row(double wind, double depth, const std::vector<test::GrowthPoint>& seas) {
  const test::GrowthPoint law = young_verhagen(wind, depth);
  std::printf("| %.0f | %.0f | %.2f, %.3f |", wind, depth, law.height, law.peak_frequency);
  for (const test::GrowthPoint& sea : seas)
    std::printf(" %.2f, %.3f | %.2f |", sea.height, sea.peak_frequency, std::pow(sea.height / law.height, 2));
  std::printf("\n");
}

}  // namespace

TEST(DepthLimited, HeightAndPeakAreNearYoungAndVerhagen) {
  for (const double depth : {2.0, 5.0, 10.0}) {
    const auto one = seas_near_the_law(depth, {BottomFriction::jonswap, 1.0, 2.6, 0.65, 1.0});
    const auto by_sea = seas_near_the_law(depth, {BottomFriction::sea_state, 0.8, 1.8, 0.8, 1.15});
    const auto by_motion = seas_near_the_law(depth, {BottomFriction::madsen, 0.45, 1.05, 1.0, 1.5});
    expect_same_with_short_steps(depth, BottomFriction::jonswap, one);
    expect_same_with_short_steps(depth, BottomFriction::sea_state, by_sea);
    expect_same_with_short_steps(depth, BottomFriction::madsen, by_motion);
    SourceTermsSettings settings;
    settings.friction_coefficient = settings.friction_coefficient_wind_sea;
    test::GrowthRun all_wind_sea(settings, shallow_winds, depth);
    all_wind_sea.advance_to(48.0);
    for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) {
      print_row(shallow_winds[cell], depth, {one[cell], by_sea[cell], by_motion[cell]});
      EXPECT_LT(by_sea[cell].height, 0.99 * one[cell].height);
      EXPECT_LT(by_motion[cell].height, by_sea[cell].height);
      EXPECT_NEAR(by_sea[cell].height / all_wind_sea.point(cell).height, 1.0, 0.005) << "nearly all wind sea";
    }
  }
}

}  // namespace groundswell
