// SPDX-License-Identifier: Apache-2.0
// Swell in calm air and in winds of up to 12 m/s, with swell damping switched on.
#include <gtest/gtest.h>

#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

// A swell of 3 m and 12.5 s that travels along x, under winds along x [m s-1] (negative: against the swell).
test::GrowthRun swell_under(const std::vector<double>& winds) {
  SourceTermsSettings settings;
  settings.swell_damping = true;
  test::GrowthRun run(settings, winds);
  auto variance = test::jonswap_variance(run.cells.grid, 0.01, 1.0 / 12.5, 0.0);
  run.cells.set_variance(0, variance);
  const double scale = std::pow(3.0 / run.point(0).height, 2);
  for (double& e : variance) e *= scale;
  for (std::size_t cell = 0; cell < winds.size(); ++cell) run.cells.set_variance(cell, variance);
  return run;
}

// Hs [m] of waves below 0.15 Hz.
double swell_height(const test::Cells& cells, std::size_t cell) {
  double m0 = 0.0;
  for (int bin = 0; bin < cells.grid.n_bin(); ++bin) {
    const auto freq = std::size_t(bin / cells.grid.n_dir());
    if (cells.grid.frequency()[freq] < 0.15)
      m0 += cells.variance(cell, bin) * cells.grid.frequency_width()[freq] * cells.grid.direction_width();
  }
  return 4.0 * std::sqrt(m0);
}

// gamma_d [s-1] of waves in the direction bin next to x (5 degrees) and the frequency bin of index 7 (0.081
// Hz).
double damping_rate(double wind) {
  test::GrowthRun run = swell_under({wind});
  SourceTermsSettings settings;
  settings.swell_damping = true;
  const SourceTerms terms(run.cells.grid, settings);
  const auto balance = terms.balance(0, run.cells.forcing(), run.cells.state());
  return balance["swell_damping"][7 * 36] / run.cells.variance(0, 7 * 36);
}

}  // namespace

TEST(SwellDamping, LeavesSwellInCalmAir) {
  const std::vector<double> winds{0.0, 1.0, 2.0, 5.0, -1.0, -5.0, -10.0};
  test::GrowthRun run = swell_under(winds);
  EXPECT_NEAR(run.point(0).height, 3.0, 1e-3);
  run.advance_to(24.0, 600.0);
  for (std::size_t cell = 0; cell < winds.size(); ++cell)
    std::printf("swell of 3 m and 12.5 s under %+3.0f m/s: %.3f m after 24 h, %.3f m below 0.15 Hz\n",
                winds[cell], run.point(cell).height, swell_height(run.cells, cell));
  EXPECT_GT(run.point(0).height, 2.85);
  EXPECT_LT(swell_height(run.cells, 5), swell_height(run.cells, 0) - 0.05);  // an opposing wind damps swell
}

TEST(SwellDamping, GoesToZeroWithTheWind) {
  EXPECT_LT(std::abs(damping_rate(0.0)), 1e-8);
  double last = damping_rate(0.0), most = 0.0;
  for (double wind = 0.05; wind < 12.0; wind += 0.05) {
    const double rate = damping_rate(-wind);
    EXPECT_NEAR(rate, last, 1e-7) << wind << " m/s";  // no jump
    EXPECT_LE(rate, 0.0);
    EXPECT_LT(rate, last + 1e-9) << wind << " m/s: the stronger the wind against it, the stronger the loss";
    last = rate;
    most = std::min(most, rate);
  }
  EXPECT_LT(most, -1e-6);
}

}  // namespace groundswell
