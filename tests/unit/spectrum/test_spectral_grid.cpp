// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

TEST(SpectralGrid, FrequenciesAreGeometric) {
  const SpectralGrid grid({30, 24, 0.05, 1.07});
  EXPECT_EQ(grid.n_bin(), 30 * 24);
  ASSERT_EQ(grid.frequency().size(), 30u);
  EXPECT_DOUBLE_EQ(grid.frequency()[0], 0.05);
  for (int freq = 1; freq < 30; ++freq)
    EXPECT_NEAR(grid.frequency()[freq] / grid.frequency()[freq - 1], 1.07, 1e-13);
  for (int freq = 0; freq < 30; ++freq)
    EXPECT_DOUBLE_EQ(grid.sigma()[freq], 2.0 * pi * grid.frequency()[freq]);
}

TEST(SpectralGrid, WidthsAreTheTrapezoidalRule) {
  const SpectralGrid grid;
  const auto& f = grid.frequency();
  const auto& width = grid.frequency_width();
  const int last = grid.n_freq() - 1;
  EXPECT_NEAR(width[0], (f[1] - f[0]) / 2, 1e-15);
  EXPECT_NEAR(width[last], (f[last] - f[last - 1]) / 2, 1e-14);
  for (int freq = 1; freq < last; ++freq) EXPECT_NEAR(width[freq], (f[freq + 1] - f[freq - 1]) / 2, 1e-14);
  // exact for functions linear in frequency
  double sum = 0.0;
  for (int freq = 0; freq <= last; ++freq) sum += (3.0 + 2.0 * f[freq]) * width[freq];
  EXPECT_NEAR(sum, 3.0 * (f[last] - f[0]) + f[last] * f[last] - f[0] * f[0], 1e-12);
}

TEST(SpectralGrid, DirectionsFillTheCircleAndAvoidTheAxes) {
  for (int n_dir : {8, 24, 36, 37, 72}) {
    const SpectralGrid grid({10, n_dir, 0.05, 1.1});
    EXPECT_NEAR(grid.direction_width() * n_dir, 2.0 * pi, 1e-14);
    EXPECT_NEAR(grid.direction().front(), grid.direction_width() / 2, 1e-15);
    EXPECT_NEAR(grid.direction().back(), 2.0 * pi - grid.direction_width() / 2, 1e-14);
    double x = 0.0, y = 0.0;
    for (double theta : grid.direction()) {
      x += std::cos(theta);
      y += std::sin(theta);
      if (n_dir % 4 == 0) {
        EXPECT_GT(std::abs(std::sin(2.0 * theta)), 0.01) << n_dir << " directions, " << theta << " rad";
      }
    }
    EXPECT_NEAR(x, 0.0, 1e-13);
    EXPECT_NEAR(y, 0.0, 1e-13);
  }
}

TEST(SpectralGrid, RefusesWhatIsNotAGrid) {
  EXPECT_THROW(SpectralGrid({2, 36, 0.04, 1.1}), Error);
  EXPECT_THROW(SpectralGrid({35, 7, 0.04, 1.1}), Error);
  EXPECT_THROW(SpectralGrid({35, 36, 0.0, 1.1}), Error);
  EXPECT_THROW(SpectralGrid({35, 36, 0.04, 1.0}), Error);
  EXPECT_THROW(SpectralGrid({35, 36, 0.04, 2.1}), Error);
  EXPECT_NO_THROW(SpectralGrid({3, 8, 0.04, 2.0}));
}

}  // namespace groundswell
