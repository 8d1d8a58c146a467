// SPDX-License-Identifier: Apache-2.0
// What depth adds: breaking, bottom friction, stronger transfer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {

TEST(DepthBreaking, ShareSolvesBattjesAndJanssenForEveryB) {
  for (double b = 0.0; b < 1.5; b += 0.0007) {
    double exact = 1.0;
    if (b < 1.0) {
      double low = 0.0, high = 1.0 - 1e-15;  // (1 - Q)/(-ln Q) grows with Q
      for (int step = 0; step < 200; ++step) {
        const double q = 0.5 * (low + high);
        ((1.0 - q) / -std::log(q) > b ? high : low) = q;
      }
      exact = 0.5 * (low + high);
    }
    EXPECT_NEAR(breaking_share(b), exact, 1e-6) << b;
    EXPECT_NEAR(breaking_share(Pack(b))[4], exact, 2e-6) << b;
  }
}

TEST(DepthBreaking, RateIsThatOfTheBore) {
  const double m0 = 0.05, f = 0.15, depth = 1.5, gamma = 0.8;
  const double max_height = gamma * depth, b = 8.0 * m0 / (max_height * max_height);
  const double bore = 0.25 * breaking_share(b) * f * max_height * max_height;  // m2 s-1
  EXPECT_NEAR(depth_breaking_rate(m0, f, depth, gamma, 1.0) / (bore / m0), 1.0, 1e-6);
  // continuous where all break, growing beyond
  const double m0_all = max_height * max_height / 8.0;
  EXPECT_NEAR(depth_breaking_rate(m0_all * 1.0001, f, depth, gamma, 1.0) /
                  depth_breaking_rate(m0_all * 0.9999, f, depth, gamma, 1.0),
              1.0, 1e-3);
  EXPECT_GT(depth_breaking_rate(2.0 * m0_all, f, depth, gamma, 1.0),
            1.9 * depth_breaking_rate(m0_all, f, depth, gamma, 1.0));
  EXPECT_EQ(depth_breaking_rate(1.0, f, 1e5, gamma, 1.0), 0.0);
}

TEST(BottomFriction, IsTheJonswapFormula) {
  for (double depth : {0.5, 5.0, 20.0, 60.0})
    for (double k : {0.01, 0.05, 0.3}) {
      const double exact = 2.0 * 0.038 / gravity * k / std::sinh(2.0 * k * depth);
      EXPECT_NEAR(bottom_friction_rate(0.038, k, depth) / exact, 1.0, 1e-12);
      EXPECT_NEAR(bottom_friction_rate(Pack(0.038), Pack(k), Pack(depth))[2], exact, 3e-6 * exact + 1e-30);
    }
  EXPECT_LT(bottom_friction_rate(0.038, 0.1, std::numeric_limits<double>::infinity()), 1e-30);
}

TEST(NonlinearTransfer, GrowsWithShallownessAsWamdiSays) {
  for (double kd : {0.2, 0.8, 1.5, 3.0, 10.0}) {
    const double x = std::max(0.5, 0.75 * kd);
    EXPECT_NEAR(depth_factor(kd / 20.0, 20.0), 1.0 + 5.5 / x * (1.0 - 0.833 * x) * std::exp(-1.25 * x), 1e-9);
  }
  EXPECT_NEAR(depth_factor(0.1, std::numeric_limits<double>::infinity()), 1.0, 1e-12);
}

// A whole step in shallow water: the height is soon bound by the depth, at rest nothing but finite numbers.
TEST(SourceTerms, BoundWavesByDepth) {
  const SpectralGrid grid;
  for (double depth : {0.3, 2.0, 8.0}) {
    test::Cells cells(grid, 1, depth);
    cells.set_variance(0, test::jonswap_variance(grid, 0.02, 0.08, 0.3));
    cells.set_wind(0, 20.0, 0.3);
    SourceTerms terms(grid, {});
    terms.integrate(Backend::serial, {0, 1}, cells.forcing(), cells.state(), 6 * 3600.0);
    double m0 = 0.0;
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const double e = cells.variance(0, bin);
      ASSERT_TRUE(std::isfinite(e) && e >= 0.0) << depth << " m, bin " << bin;
      m0 += e * grid.frequency_width()[std::size_t(bin / 36)] * grid.direction_width();
    }
    EXPECT_LT(4.0 * std::sqrt(m0), 0.8 * depth) << depth;
    EXPECT_GT(4.0 * std::sqrt(m0), 0.05 * depth) << depth;
  }
}

}  // namespace groundswell
