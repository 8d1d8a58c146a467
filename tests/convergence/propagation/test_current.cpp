// SPDX-License-Identifier: Apache-2.0
// Waves on currents that vary along and across their path, and on a blocking current, against the rays of
// strip.hpp.
#include <gtest/gtest.h>

#include "strip.hpp"

namespace groundswell {
namespace {

Strip make_current_strip() {
  Strip strip;
  strip.grid.n_freq = 16;
  strip.grid.first_frequency = 0.05;
  strip.frequency_spread = 0.012;  // so narrow that a current of 2 m/s blocks no waves
  strip.nx = 30;
  strip.spacing = 5e3;
  strip.duration = 7e4;
  return strip;
}

TEST(Current, along_the_waves) {
  for (const double most : {2.0, 1.0, -1.0, -2.0}) {
    Strip strip = make_current_strip();
    strip.u = [most](double x) { return most * ramp(x, 20e3, 120e3); };
    EXPECT_LE(compare(strip, most > 0 ? "following current" : "opposing current").hs, 0.02) << most;
  }
}

TEST(Current, with_shear) {
  for (const double most : {0.5, -1.0, -2.0}) {
    Strip strip = make_current_strip();
    strip.mean_direction = 45.0 * degree;  // no ray is turned back
    strip.v = [most](double x) { return most * ramp(x, 20e3, 120e3); };
    const StripErrors errors = compare(strip, "shear current");
    EXPECT_LE(errors.hs, 0.02) << most;
    EXPECT_LE(errors.direction_deg, 1.0) << most;
  }
}

// Waves of 0.3 Hz are blocked where the current runs against them at a quarter of their phase speed, 1.3 m/s.
Strip make_blocking_strip() {
  Strip strip;
  strip.grid.n_freq = 15;
  strip.grid.first_frequency = 0.18;
  strip.mean_frequency = 0.3;
  strip.nx = 30;
  strip.spacing = 3e3;
  strip.time_step = 300.0;
  strip.duration = 1e5;
  strip.u = [](double x) { return -2.5 * ramp(x, 9e3, 60e3); };
  return strip;
}

TEST(Current, nothing_passes_where_it_blocks) {
  Strip strip = make_blocking_strip();
  strip.grid.first_frequency = 0.25;
  strip.frequency_spread = 0.01;
  strip.duration = 2e5;
  const StripResult result = run_strip(strip);
  const double entered = result.energy[1];
  const double before = *std::max_element(result.energy.begin(), result.energy.end());
  EXPECT_GT(before, 1.5 * entered) << "waves must grow before they are blocked";
  std::printf("blocking current: beyond it %.2g of the energy\n", result.energy[22] / entered);
  EXPECT_LT(result.energy[22] / entered, 1e-3);
}

TEST(Current, waves_are_right_before_it_blocks) {
  Strip strip = make_blocking_strip();
  strip.frequency_spread = 0.03;
  const double to_07_m_s = 9e3 + 51e3 * 0.7 / 2.5;
  EXPECT_LE(compare(strip, "before a blocking current", to_07_m_s).hs, 0.02);
}

}  // namespace
}  // namespace groundswell
