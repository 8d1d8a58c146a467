// SPDX-License-Identifier: Apache-2.0
// The friction velocity against bisection, and the wave stress of the tail against fine quadrature.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

// Root of u* ln(10 / z0) = kappa U10 by bisection; its lower bound if the wave stress is more than the wind
// can support.
double bisected_friction_velocity(double wind, double wave_stress, double charnock) {
  double low = std::max(std::sqrt(wave_stress / max_wave_share), 1e-6), high = 0.2 * wind;
  for (int step = 0; step < 200; ++step) {
    const double ustar = 0.5 * (low + high);
    const double z0 = charnock * ustar * ustar / gravity / std::sqrt(1.0 - wave_stress / (ustar * ustar));
    (ustar * std::log(10.0 / z0) > von_karman * wind ? high : low) = ustar;
  }
  return 0.5 * (low + high);
}

// int_{ln y_N}^0 exp(Z) Z^4 d ln y by the midpoint rule with 20000 intervals.
double fine_tail_integral(double ustar, double z0, double z_alpha, double last_frequency) {
  const double log_first = std::log(2.0 * pi * last_frequency * std::sqrt(z0 / gravity));
  if (log_first >= 0.0) return 0.0;
  const int n = 20000;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const double log_y = log_first * (1.0 - (i + 0.5) / n);
    const double x = ustar * std::exp(log_y) / std::sqrt(gravity * z0) + z_alpha;
    const double z = std::min(0.0, 2.0 * log_y + von_karman / x);
    sum += std::exp(z) * std::pow(z, 4);
  }
  return sum * -log_first / n;
}

}  // namespace

TEST(WindStress, FrictionVelocityIsTheRootForAnyWindAndWaves) {
  double worst = 0.0, worst_pack = 0.0;
  for (double wind : {0.3, 1.0, 3.0, 7.0, 12.0, 20.0, 33.0, 50.0})
    for (double share = 0.0; share < 1.0; share += 0.02) {
      // Wave stress from 0 to almost (0.08 U10)^2, which is more than a light wind can support.
      const double most = std::pow(0.08 * wind, 2);
      const double wave_stress = std::min(share * most, 2.236);
      const double exact = bisected_friction_velocity(wind, wave_stress, 0.01);
      worst = std::max(worst, std::abs(friction_velocity(wind, wave_stress, 0.01) / exact - 1.0));
      const Pack pack = friction_velocity(Pack(wind), Pack(wave_stress), Pack(0.01));
      worst_pack = std::max(worst_pack, std::abs(pack[6] / exact - 1.0));
    }
  EXPECT_LT(worst, 1e-6);
  EXPECT_LT(worst_pack, 2e-5);
}

TEST(WindStress, StaysSaneInCalmAndAfterAStorm) {
  EXPECT_GE(friction_velocity(0.0, 0.0, 0.01), min_friction_velocity);
  EXPECT_LT(friction_velocity(0.0, 0.0, 0.01), 2.0 * min_friction_velocity);
  for (double wind : {0.0, 0.5, 2.0, 5.0}) {
    const double ustar = friction_velocity(wind, 2.0, 0.01);
    EXPECT_LE(ustar, std::max(0.2 * wind, 2.0 * min_friction_velocity));
    EXPECT_GT(ustar, 0.0);
    const float single = friction_velocity(float(wind), 2.0f, 0.01f);
    EXPECT_NEAR(single / ustar, 1.0, 1e-3);
  }
  EXPECT_NEAR(roughness_length(0.5, 0.0, 0.01), 0.01 * 0.25 / gravity, 1e-12);
}

TEST(WindStress, TailStressIsItsIntegral) {
  for (double ustar : {0.1, 0.3, 0.6, 1.2})
    for (double roughening : {1.0, 2.0, 5.0}) {
      const double z0 = roughening * 0.01 * ustar * ustar / gravity, last = 1.0672;
      const double f4 = std::pow(2.0 * pi, 4);
      const double exact = ustar * ustar * f4 * std::pow(last, 5) / (gravity * gravity) * 1e-4 * 1.2 /
                           (von_karman * von_karman) * fine_tail_integral(ustar, z0, 0.011, last);
      EXPECT_NEAR(tail_input(ustar, z0, 1e-4, 0.011, last).stress / exact, 1.0, 1.5e-3)
          << ustar << " " << roughening;
      EXPECT_NEAR(tail_input(Pack(ustar), Pack(z0), Pack(1e-4), Pack(0.011), Pack(last)).stress[1] / exact,
                  1.0, 1.6e-3);
    }
  EXPECT_EQ(tail_input(3.0, 1.0, 1e-4, 0.011, 1.0672).stress, 0.0);  // y_N >= 1: nothing above
}

}  // namespace groundswell
