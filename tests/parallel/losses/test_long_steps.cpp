// SPDX-License-Identifier: Apache-2.0
// Model steps in which waves cross several cells: transport and wind input reach the same balance with the
// losses, from above and from below, and no cell falls below this balance and so lowers the waves in the
// cells behind it.
#include <gtest/gtest.h>

#include "strip_sea.hpp"

namespace groundswell::test {
namespace {

struct Coast {
  int length;
  double spacing;                          // [m]
  std::function<double(double)> depth_at;  // depth [m] at x [m]
  double wind;                             // [m s-1]
  double hours;
};

// Heights along the strip, each the mean of a cell in the even row and one in the odd row.
std::vector<double> heights(const Coast& coast, std::int64_t step) {
  ModelSettings config = make_incoming_waves(3.0, 10.0, step);
  config.spectrum.n_dir = 24;
  if (coast.wind > 0.0) {
    config.forcing.wind.kind = WindKind::constant;
    config.forcing.wind.speed = coast.wind;
    config.forcing.wind.from_degree = 270.0;
  }
  Model model(config, world(), make_strip_sea(coast.length, coast.spacing, coast.depth_at));
  advance_hours(model, config, coast.hours);
  const std::vector<float> height = gather_field(model, "hs");
  std::vector<double> mean;
  for (int i = 0; i < coast.length; ++i) mean.push_back(0.5 * (height[i] + height[coast.length + i]));
  return mean;
}

// Compares heights in cells [first, end).
void expect_alike(const Coast& coast, int first, int end, double tolerance) {
  const std::vector<double> usual = heights(coast, 300);
  for (const std::int64_t step : {600, 1800, 3600}) {
    const std::vector<double> other = heights(coast, step);
    double worst = 0.0;
    for (int cell = first; cell < end; ++cell) {
      worst = std::max(worst, std::abs(other[cell] / usual[cell] - 1.0));
      EXPECT_NEAR(other[cell] / usual[cell], 1.0, tolerance)
          << "cell " << cell + 1 << " of " << usual[cell] << " m, steps of " << step << " s";
    }
    std::printf("wind %.0f m/s, steps of %d s: Hs within %.1f %% of those of 300 s\n", coast.wind, int(step),
                100.0 * worst);
  }
}

TEST(LongSteps, KeepTheSwellThatHasBrokenOverAShelf) {
  expect_alike({24, 2e3, [](double x) { return x < 16e3 ? 15.0 : 3.0; }, 0.0, 4.0}, 8, 18, 0.12);
}

TEST(LongSteps, KeepTheSurfZoneOfABeachUnderWind) {
  const auto beach = [](double x) { return std::clamp(20.0 - x / 5e3, 1.0, 20.0); };
  // Only shoreward of 12 m depth: farther out, an hour of wind is too much for one step.
  expect_alike({24, 5e3, beach, 20.0, 5.0}, 8, 24, 0.10);
}

}  // namespace
}  // namespace groundswell::test
