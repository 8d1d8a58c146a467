// SPDX-License-Identifier: Apache-2.0
// The growth limiters and the energy budget of a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {

TEST(GrowthLimiter, BoundsEveryChangeAsItsAuthorsSay) {
  const SpectralGrid grid;
  for (const auto limiter : {GrowthLimiter::hersbach_janssen, GrowthLimiter::wamdi, GrowthLimiter::ecmwf}) {
    SourceTermsSettings settings;
    settings.limiter = limiter;
    settings.diagnostic_tail = false;
    SourceTerms terms(grid, settings);
    test::Cells cells(grid, 1);
    const auto variance = test::jonswap_variance(grid, 0.01, 0.2, 0.3);
    cells.set_variance(0, variance);
    cells.set_wind(0, 25.0, 0.3);
    const auto balance = terms.balance(0, cells.forcing(), cells.state());
    const double dt = 10.0;  // no sub-steps
    terms.integrate(Backend::serial, {0, 1}, cells.forcing(), cells.state(), dt);
    int reached = 0;
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const double f = grid.frequency()[std::size_t(bin / 36)], ustar = balance.friction_velocity;
      double limit = 3e-7 * gravity * 1.06719 * std::pow(f, -4) * std::max(ustar, 5.6e-3 * gravity / f);
      if (limiter == GrowthLimiter::wamdi) limit = 0.62e-4 * std::pow(f, -5) / 1200.0;
      if (limiter == GrowthLimiter::ecmwf)
        limit = 5e-7 * gravity * std::pow(f, -4) * ustar * balance.tail_frequency / 2.5;
      const double change = cells.variance(0, bin) - variance[std::size_t(bin)];
      const double rounding = 2e-7 * variance[std::size_t(bin)] + 3e-5 * limit;
      const double lost = -dt * balance["whitecapping"][std::size_t(bin)];  // not limited
      EXPECT_LE(change, dt * limit + rounding) << name_of(growth_limiters, limiter) << " bin " << bin;
      EXPECT_GE(change, -dt * limit - 1.0001 * lost - rounding)
          << name_of(growth_limiters, limiter) << " bin " << bin;
      reached += change > 0.9997 * dt * limit || change < -0.9997 * dt * limit - lost;
    }
    EXPECT_GT(reached, 5) << name_of(growth_limiters, limiter);
    EXPECT_NEAR(cells.limited[0], reached, 0.1 * reached + 3) << name_of(growth_limiters, limiter);
  }
}

// A narrow peak so steep that the limiter holds back what the transfer takes from it: the sea must not grow,
// but lose what whitecapping takes.
TEST(StepBudget, SteepSeaInCalmAirLosesWhatWhitecappingTakes) {
  const SpectralGrid grid;
  const auto spectrum = make_swell_spectrum({6.0, 0.125, 0.01}, 0.0);
  for (const auto& [name, limiter] : growth_limiters)
    for (double dt : {10.0, 30.0, 60.0}) {  // in one source step
      SourceTermsSettings settings;
      settings.limiter = limiter;
      settings.max_source_step = dt;
      settings.swell_damping = false;
      settings.diagnostic_tail = false;
      SourceTerms terms(grid, settings);
      test::Cells cells(grid, 1);
      const auto sea = make_action(grid, spectrum);
      std::copy(sea.begin(), sea.end(), cells.action.row(0));
      const auto balance = terms.balance(0, cells.forcing(), cells.state());
      double due = 0.0, net = 0.0;
      std::vector<double> before;
      for (int bin = 0; bin < grid.n_bin(); ++bin) {
        const double e = cells.variance(0, bin), width = grid.frequency_width()[std::size_t(bin / 36)];
        const double loss = -balance["whitecapping"][std::size_t(bin)] / std::max(e, 1e-30);
        due -= width * e * dt * loss * mean_relaxation(dt * loss);
        before.push_back(e);
      }
      terms.integrate(Backend::serial, {0, 1}, cells.forcing(), cells.state(), dt);
      for (int bin = 0; bin < grid.n_bin(); ++bin)
        net += grid.frequency_width()[std::size_t(bin / 36)] *
               (cells.variance(0, bin) - before[std::size_t(bin)]);
      EXPECT_LT(due, 0.0);
      EXPECT_NEAR(net / due, 1.0, dt > 10.0 ? 1e-3 : 0.05) << name << ", " << dt << " s";
    }
}

}  // namespace groundswell
