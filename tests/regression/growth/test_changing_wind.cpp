// SPDX-License-Identifier: Apache-2.0
// A wind that rises, turns and falls within hours: the model step must not matter.
#include <gtest/gtest.h>

#include <map>

#include "base/constants.hpp"
#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

// 5 m/s for 6 h, to 25 m/s in 3 h, a turn by 90 degrees in 3 h, down to 3 m/s in 3 h.
test::WindAtHour ramp(double hours) {
  const auto share = [hours](double begin) { return std::clamp((hours - begin) / 3.0, 0.0, 1.0); };
  return {5.0 + 20.0 * share(6.0) - 22.0 * share(12.0), 0.5 * pi * share(9.0)};
}

// Heights [m] at full hours from 7 to 15 with a model step [s].
std::map<int, double> heights_under_the_ramp(const std::string& package, double step, double source_step) {
  SourceTermsSettings settings = test::growth_settings(package, source_step);
  settings.max_drag = {};
  test::GrowthRun run(settings, {0.0});
  std::map<int, double> heights;
  for (int hour = 1; hour <= 15; ++hour) {
    run.advance_to(hour, step, ramp);
    if (hour >= 7) heights[hour] = run.point(0).height;
  }
  return heights;
}

TEST(ChangingWind, GivesTheSameSeaWithAnyModelStep) {
  // With st4 a rising sea lags behind by some minutes.
  for (const auto& [package, most] : {std::pair{"wam4", 0.015}, {"st4", 0.02}}) {
    const auto exact = heights_under_the_ramp(package, 20.0, 20.0);
    for (const double step : {600.0, 1800.0, 3600.0}) {
      const auto heights = heights_under_the_ramp(package, step, SourceTermsSettings().max_source_step);
      for (const auto& [hour, height] : heights) {
        const double error = height / exact.at(hour) - 1.0;
        std::printf("%s, step %4.0f s, %2d h: %6.3f m, %+5.2f %%\n", package, step, hour, height,
                    100.0 * error);
        EXPECT_LT(std::abs(error), hour == 7 ? 0.03 : most)
            << package << ", " << step << " s, " << hour << " h";
      }
    }
  }
}

}  // namespace
}  // namespace groundswell
