// SPDX-License-Identifier: Apache-2.0
// Shoaling, refraction, currents and blocking against the exact answers of strip.hpp, whose rays are checked
// against published closed forms first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "strip.hpp"

namespace groundswell {
namespace {

double ramp(double x, double from, double to) {
  return std::clamp((x - from) / (to - from), 0.0, 1.0);
}

struct StripErrors {
  double hs, direction_deg;
};

StripErrors compare(const Strip& strip, const char* name, double to = 1e9) {
  const StripResult result = run_strip(strip);
  StripErrors worst{0.0, 0.0};
  for (std::size_t i = 1; i + 2 < result.x.size() && result.x[i] < to; ++i) {
    const StripExact exact = compute_exact(strip, result.x[i]);
    worst.hs = std::max(worst.hs, std::abs(std::sqrt(result.energy[i] / exact.energy) - 1.0));
    worst.direction_deg =
        std::max(worst.direction_deg, std::abs(result.direction[i] - exact.direction) / degree);
  }
  std::printf("%s: Hs within %.2f %%, direction within %.2f degrees\n", name, 100.0 * worst.hs,
              worst.direction_deg);
  return worst;
}

Strip make_shoaling_strip() {
  Strip strip;
  strip.grid.n_freq = 3;
  strip.grid.first_frequency = 0.1;
  strip.nx = 42;
  strip.depth = [](double x) { return 80.0 - 78.0 * ramp(x, 0.0, 600e3); };
  strip.time_step = 300.0;
  return strip;
}

TEST(Rays, agree_with_closed_forms) {
  const Strip shoal = make_shoaling_strip();
  // Hs = sqrt(cg0 / cg): 0.925 at 20 m, 1.172 at 4 m.
  EXPECT_NEAR(std::sqrt(trace_ray(shoal, 600e3 * 60.0 / 78.0, 0.1, 0.0).share), 0.925, 1e-3);
  EXPECT_NEAR(std::sqrt(trace_ray(shoal, 600e3 * 76.0 / 78.0, 0.1, 0.0).share), 1.172, 1e-3);
  Strip current;
  current.u = [](double x) { return x < 1.0 ? 0.0 : x; };
  EXPECT_NEAR(std::sqrt(trace_ray(current, 2.0, 0.1, 0.0).share), 0.8089, 2e-4);
  current.u = [](double x) { return x < 1.0 ? 0.0 : -x; };
  EXPECT_NEAR(std::sqrt(trace_ray(current, 2.0, 0.1, 0.0).share), 1.4093, 5e-4);
  Strip shear;  // 30 degrees from the axis of the current, which lies along y
  shear.v = [](double x) { return x < 1.0 ? 0.0 : -1.0; };
  const Ray ray = trace_ray(shear, 2.0, 0.1, 60.0 * degree);
  EXPECT_NEAR(90.0 - ray.direction / degree, 38.98, 0.02);
  EXPECT_NEAR(std::sqrt(ray.share), 0.941, 1e-3);
}

TEST(Strip, shoaling) {
  const StripErrors errors = compare(make_shoaling_strip(), "shoaling, 80 m to 2 m");
  EXPECT_LE(errors.hs, 0.01);
}

Strip make_slope_strip(int n_dir, double shallow) {
  Strip strip;
  strip.grid.n_freq = 3;
  strip.grid.n_dir = n_dir;
  strip.grid.first_frequency = 0.1;
  strip.nx = 50;
  strip.spacing = 1e3;
  strip.mean_direction = 30.0 * degree;
  strip.direction_spread = 8.0 * degree;
  strip.depth = [shallow](double x) { return 50.0 + (shallow - 50.0) * ramp(x, 4e3, 47e3); };
  strip.time_step = 60.0;
  strip.duration = 15e3;
  return strip;
}

TEST(Strip, refraction_over_a_slope) {
  const StripErrors coarse = compare(make_slope_strip(36, 10.0), "refraction, 50 m to 10 m, 36 directions");
  EXPECT_LE(coarse.hs, 0.03);
  EXPECT_LE(coarse.direction_deg, 1.0);
  // To 4 m a swell narrows below a bin of 10 degrees (1.3 degrees off at the end).
  const StripErrors fine = compare(make_slope_strip(72, 4.0), "refraction, 50 m to 4 m, 72 directions");
  EXPECT_LE(fine.hs, 0.03);
  EXPECT_LE(fine.direction_deg, 1.0);
}

Strip make_current_strip() {
  Strip strip;
  strip.grid.n_freq = 16;
  strip.grid.first_frequency = 0.05;
  strip.frequency_spread = 0.015;
  strip.nx = 30;
  strip.spacing = 5e3;
  strip.duration = 7e4;
  return strip;
}

TEST(Strip, collinear_current) {
  for (const double most : {2.0, -2.0}) {
    Strip strip = make_current_strip();
    if (most < 0) strip.frequency_spread = 0.012;  // what is blocked stays out
    strip.u = [most](double x) { return most * ramp(x, 20e3, 120e3); };
    EXPECT_LE(compare(strip, most > 0 ? "following current" : "opposing current").hs, 0.02) << most;
  }
}

TEST(Strip, shear_current) {
  for (const double most : {0.5, -1.0}) {
    Strip strip = make_current_strip();
    strip.mean_direction = 45.0 * degree;  // no ray is turned back
    strip.v = [most](double x) { return most * ramp(x, 20e3, 120e3); };
    EXPECT_LE(compare(strip, "shear current").hs, 0.02) << most;
  }
}

TEST(Strip, blocking_current) {
  Strip strip;
  strip.grid.n_freq = 15;
  strip.grid.first_frequency = 0.25;
  strip.mean_frequency = 0.3;
  strip.frequency_spread = 0.01;
  strip.nx = 30;
  strip.spacing = 3e3;
  strip.time_step = 300.0;
  strip.duration = 2e5;
  strip.u = [](double x) { return -2.5 * ramp(x, 9e3, 60e3); };
  const StripResult result = run_strip(strip);
  const double entered = result.energy[1];
  double before = 0.0;
  for (const double energy : result.energy) before = std::max(before, energy);
  EXPECT_GT(before, 1.5 * entered) << "waves shall grow before they are blocked";
  std::printf("blocking: beyond it %.2g of the energy\n", result.energy[22] / entered);
  EXPECT_LT(result.energy[22] / entered, 1e-3);
}

}  // namespace
}  // namespace groundswell
