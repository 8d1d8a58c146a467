// SPDX-License-Identifier: Apache-2.0
// Depth-limited wind sea: one point under a constant wind until the sea is steady, compared with the law of
// Young and Verhagen (1996, Coastal Engineering 29) for unlimited fetch, with e = g^2 m0 / U^4, n = fp U / g
// and delta = g d / U^2:
//   e = 3.64e-3 tanh(0.493 delta^0.75)^1.74,   n = 0.133 tanh(0.331 delta^1.01)^-0.37.
// Prints the table in docs/theory/source_terms.md.
#include <gtest/gtest.h>

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

// Heights [m] after 48 h by wind.
std::vector<double> heights_near_the_law(double depth, const Bounds& bounds) {
  SourceTermsSettings settings;
  settings.friction = bounds.friction;
  const std::string word = name_of(bottom_frictions, bounds.friction);
  test::GrowthRun run(settings, shallow_winds, depth);
  run.advance_to(42.0);
  std::vector<double> before, heights;
  for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) before.push_back(run.point(cell).height);
  run.advance_to(48.0);
  for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) {
    const test::GrowthPoint law = young_verhagen(shallow_winds[cell], depth), sea = run.point(cell);
    const double energy = std::pow(sea.height / law.height, 2),
                 peak = sea.peak_frequency / law.peak_frequency;
    std::printf("| %.0f | %.0f | %s | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f |\n", shallow_winds[cell],
                depth, word.c_str(), law.height, sea.height, law.peak_frequency, sea.peak_frequency, energy,
                peak);
    EXPECT_NEAR(sea.height / before[cell], 1.0, 0.01) << "not steady";
    EXPECT_GT(energy, bounds.least_energy);
    EXPECT_LT(energy, bounds.most_energy);
    EXPECT_GT(peak, bounds.least_peak);
    EXPECT_LT(peak, bounds.most_peak);
    heights.push_back(sea.height);
  }
  return heights;
}

}  // namespace

TEST(DepthLimited, HeightAndPeakAreNearYoungAndVerhagen) {
  for (const double depth : {2.0, 5.0, 10.0}) {
    const auto one = heights_near_the_law(depth, {BottomFriction::jonswap, 1.0, 2.6, 0.65, 1.0});
    const auto by_sea = heights_near_the_law(depth, {BottomFriction::sea_state, 0.8, 1.8, 0.8, 1.15});
    const auto by_motion = heights_near_the_law(depth, {BottomFriction::madsen, 0.45, 1.05, 1.0, 1.5});
    SourceTermsSettings settings;
    settings.friction_coefficient = settings.friction_coefficient_wind_sea;
    test::GrowthRun all_wind_sea(settings, shallow_winds, depth);
    all_wind_sea.advance_to(48.0);
    for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) {
      EXPECT_LT(by_sea[cell], 0.99 * one[cell]);
      EXPECT_LT(by_motion[cell], by_sea[cell]);
      EXPECT_NEAR(by_sea[cell] / all_wind_sea.point(cell).height, 1.0, 0.005) << "nearly all is wind sea";
    }
  }
}

}  // namespace groundswell
