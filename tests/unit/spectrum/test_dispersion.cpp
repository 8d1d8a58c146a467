// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {

TEST(Dispersion, SatisfiesTheRelationAtAnyDepth) {
  for (double depth : {0.05, 0.5, 2.0, 10.0, 80.0, 300.0, 5000.0, 11000.0})
    for (double f = 0.02; f < 2.0; f *= 1.07) {
      const double sigma = 2.0 * pi * f;
      const double k = compute_wavenumber(sigma, depth);
      EXPECT_NEAR(gravity * k * std::tanh(k * depth) / (sigma * sigma), 1.0, 1e-12)
          << f << " Hz " << depth << " m";
    }
}

TEST(Dispersion, GroupSpeedIsTheSlopeOfSigma) {
  for (double depth : {0.5, 10.0, 80.0, 5000.0})
    for (double k = 1e-3; k < 3.0; k *= 1.3) {
      const auto sigma = [&](double kk, double d) { return std::sqrt(gravity * kk * std::tanh(kk * d)); };
      const double h = 1e-5 * k, e = 1e-5 * depth;
      EXPECT_NEAR(compute_group_speed(sigma(k, depth), k, depth),
                  (sigma(k + h, depth) - sigma(k - h, depth)) / (2 * h), 1e-6 * sigma(k, depth) / k);
      EXPECT_NEAR(compute_sigma_depth_slope(sigma(k, depth), k, depth),
                  (sigma(k, depth + e) - sigma(k, depth - e)) / (2 * e), 1e-6 * sigma(k, depth) / depth);
    }
}

TEST(Dispersion, TableHoldsEveryPointToSingle) {
  const SpectralGrid grid;
  const DispersionTable table(grid, {3.0, 4000.0});
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    const double k = compute_wavenumber(grid.sigma()[freq], 3.0);
    EXPECT_NEAR(table.wavenumber()(0, freq) / k, 1.0, 1e-6);
    EXPECT_NEAR(table.group_speed()(0, freq) / compute_group_speed(grid.sigma()[freq], k, 3.0), 1.0, 1e-6);
    EXPECT_NEAR(table.group_speed()(1, freq) * 2.0 * grid.sigma()[freq] / gravity, 1.0, 1e-6);
  }
  EXPECT_THROW(DispersionTable(grid, {10.0, 0.0}), Error);
}

}  // namespace groundswell
