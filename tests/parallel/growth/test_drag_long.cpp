// SPDX-License-Identifier: Apache-2.0
// The effect of the drag limit on young seas: the first 100 km off a coast under 20 m/s on cells of 1 km,
// against Kahma and Calkoen (1992). The default must be the limit that is closest to their law.
#include "steady_strip.hpp"

namespace groundswell::test {
namespace {

// Hs [m] of the composite law 5.2e-7 (g X / U^2)^0.9 U^4 / g^2.
double kahma_calkoen_height(double fetch, double wind) {
  const double energy = 5.2e-7 * std::pow(gravity * fetch / (wind * wind), 0.9);
  return 4.0 * std::sqrt(energy) * wind * wind / gravity;
}

// Root mean square of the relative errors in height at four fetches, on rank 0 (0 on the others), which also
// prints these heights and errors.
double height_error(const std::string& package, double max_drag) {
  const double wind = 20.0;
  const SteadyStrip strip(Setting{package, package, "wam4", wind, 20.0, 1e3, false, max_drag});
  double sum = 0.0;
  if (test::world().rank() != 0) return sum;
  std::printf("%s, max_drag %.1e:", package.c_str(), max_drag);
  for (double fetch : {10e3, 25e3, 50e3, 100e3}) {
    const double height = strip.at(fetch).height;
    const double error = height / kahma_calkoen_height(fetch, wind) - 1.0;
    std::printf("  %.0f km %.2f m (%+.0f %%)", fetch / 1e3, height, 100.0 * error);
    sum += error * error / 4.0;
  }
  std::printf("\n");
  return std::sqrt(sum);
}

}  // namespace

TEST(Drag, DefaultBringsShortFetchNearestToKahmaAndCalkoen) {
  const double usual = height_error("wam4", SourceTermsSettings{}.used_max_drag());
  const double wider = height_error("wam4", 3e-3), off = height_error("wam4", 0.0);
  height_error("wam3", SourceTermsSettings{}.used_max_drag());
  height_error("wam3", 0.0);
  if (test::world().rank() != 0) return;
  EXPECT_LT(usual, wider);
  EXPECT_LT(wider, off);
  EXPECT_LT(usual, 0.22);
}

}  // namespace groundswell::test
