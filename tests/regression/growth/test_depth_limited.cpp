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

const std::vector<double> shallow_winds{10.0, 15.0};

test::GrowthPoint young_verhagen(double wind, double depth) {
  const double delta = gravity * depth / (wind * wind);
  const double e = 3.64e-3 * std::pow(std::tanh(0.493 * std::pow(delta, 0.75)), 1.74);
  const double n = 0.133 * std::pow(std::tanh(0.331 * std::pow(delta, 1.01)), -0.37);
  return {0.0, 4.0 * std::sqrt(e) * wind * wind / gravity, n * gravity / wind, 0.0};
}

void expect_near_the_law(double depth, double friction) {
  SourceTermsSettings settings;
  settings.friction_coefficient = friction;
  test::GrowthRun run(settings, shallow_winds, depth);
  run.advance_to(42.0);
  const test::GrowthPoint before[]{run.point(0), run.point(1)};
  run.advance_to(48.0);
  for (std::size_t cell = 0; cell < shallow_winds.size(); ++cell) {
    const test::GrowthPoint law = young_verhagen(shallow_winds[cell], depth), sea = run.point(cell);
    const double energy = std::pow(sea.height / law.height, 2),
                 peak = sea.peak_frequency / law.peak_frequency;
    std::printf("| %.0f | %.0f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f |\n", shallow_winds[cell],
                depth, friction, law.height, sea.height, law.peak_frequency, sea.peak_frequency, energy,
                peak);
    EXPECT_NEAR(sea.height / before[cell].height, 1.0, 0.01) << "not steady";
    EXPECT_GT(energy, 0.5);
    EXPECT_LT(energy, 2.5);
    EXPECT_GT(peak, 0.7);
    EXPECT_LT(peak, 1.4);
  }
}

}  // namespace

TEST(DepthLimited, HeightAndPeakAreNearYoungAndVerhagen) {
  for (const double friction : {0.038, 0.067})
    for (const double depth : {2.0, 5.0, 10.0}) expect_near_the_law(depth, friction);
}

}  // namespace groundswell
