// SPDX-License-Identifier: Apache-2.0
// The effect of the drag limit on duration-limited growth: prints a table of wave heights for each wind, and
// checks that the default limit changes heights by less than 5 % after a day under winds of 10 to 20 m/s. For
// its effect near coasts see tests/parallel/growth/test_drag_long.cpp.
#include <gtest/gtest.h>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {

TEST(MaxDrag, LeavesGrownSeasOfUsualWinds) {
  const std::vector<double> winds{10, 15, 20, 25, 30, 40, 50, 60};
  SpectralGridSettings low;  // resolves the long waves of hurricanes
  low.n_freq = 39;
  low.first_frequency = 0.03;
  std::map<std::pair<double, double>, std::vector<double>>
      heights;  // [m] one for each wind, by drag limit and hour
  const double usual = SourceTermsSettings{}.used_max_drag();
  for (double max_drag : {0.0, 3e-3, usual}) {
    test::GrowthRun run(test::growth_settings("wam4", 300.0, max_drag), winds, 1e5, SpectralGrid(low));
    for (double hours : {1.0, 6.0, 24.0}) {
      run.advance_to(hours);
      std::printf("max_drag %.1e, %2.0f h:", max_drag, hours);
      for (std::size_t cell = 0; cell < winds.size(); ++cell) {
        heights[{max_drag, hours}].push_back(run.point(cell).height);
        std::printf("  %.0f m/s %.2f m", winds[cell], run.point(cell).height);
        if (max_drag > 0.0) {
          EXPECT_LE(run.point(cell).ustar, 1.00001 * std::sqrt(max_drag) * winds[cell]);
        }
      }
      std::printf("\n");
    }
  }
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const double change = heights[{usual, 24.0}][cell] / heights[{0.0, 24.0}][cell] - 1.0;
    EXPECT_NEAR(change, 0.0, 0.05) << winds[cell] << " m/s";
  }
}

}  // namespace groundswell
