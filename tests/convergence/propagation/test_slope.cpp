// SPDX-License-Identifier: Apache-2.0
// Shoaling and refraction over a sloping bottom against the rays of strip.hpp, which are checked against
// published closed forms first. Three of the set-ups follow the WAVEWATCH III regression tests tp1.3 (the
// depth falls to 2 m over 600 km; cells of 15 km, step of 1200 s) and tp1.4 (50 km to the shore, cells of 5
// km, 24 directions), and SWAN's A01 (a bottom that rises by 11 m over 4 km, from a depth of 10 m).
#include <gtest/gtest.h>

#include "strip.hpp"

namespace groundswell {
namespace {

Strip make_shoaling_strip() {
  Strip strip;
  strip.grid.n_freq = 3;
  strip.grid.first_frequency = 0.1;
  strip.nx = 42;
  strip.depth = [](double x) { return 80.0 - 78.0 * ramp(x, 0.0, 600e3); };
  return strip;
}

TEST(Rays, agree_with_closed_forms) {
  const Strip shoal = make_shoaling_strip();
  // Hs / Hs0 = sqrt(cg0 / cg): 0.925 at 20 m, 1.172 at 4 m.
  EXPECT_NEAR(std::sqrt(trace_ray(shoal, 600e3 * 60.0 / 78.0, 0.1, 0.0).share), 0.925, 1e-3);
  EXPECT_NEAR(std::sqrt(trace_ray(shoal, 600e3 * 76.0 / 78.0, 0.1, 0.0).share), 1.172, 1e-3);
  Strip slope;
  slope.depth = [](double x) { return 10.0 - 8.0 * x; };  // 10 m to 2 m
  const Ray refracted = trace_ray(slope, 1.0, 0.1, 30.0 * degree);
  EXPECT_NEAR(refracted.direction / degree, 13.68, 0.01);
  EXPECT_NEAR(std::sqrt(refracted.share), 1.3003, 1e-3);
  Strip current;
  current.u = [](double x) { return x < 1.0 ? 0.0 : x; };
  EXPECT_NEAR(std::sqrt(trace_ray(current, 2.0, 0.1, 0.0).share), 0.8089, 2e-4);
  current.u = [](double x) { return x < 1.0 ? 0.0 : -x; };
  EXPECT_NEAR(std::sqrt(trace_ray(current, 2.0, 0.1, 0.0).share), 1.4093, 5e-4);
  Strip shear;  // waves at 30 degrees to the current, which runs along y
  shear.v = [](double x) { return x < 1.0 ? 0.0 : -1.0; };
  const Ray ray = trace_ray(shear, 2.0, 0.1, 60.0 * degree);
  EXPECT_NEAR(90.0 - ray.direction / degree, 38.98, 0.02);
  EXPECT_NEAR(std::sqrt(ray.share), 0.941, 1e-3);
}

TEST(Slope, shoaling) {
  for (const char* scheme : {"third_order", "upwind"})
    for (const double step : {300.0, 1200.0, 3600.0}) {
      Strip strip = make_shoaling_strip();
      strip.scheme = scheme;
      strip.time_step = step;
      EXPECT_LE(compare(strip, "shoaling, 80 m to 2 m").hs, 0.01) << scheme << ", step of " << step;
    }
}

// A bottom that rises from a depth of 50 m to 4 m over 43 km.
Strip make_slope_strip(int n_dir, double spread_deg) {
  Strip strip;
  strip.grid.n_freq = 3;
  strip.grid.n_dir = n_dir;
  strip.grid.first_frequency = 0.1;
  strip.nx = 50;
  strip.spacing = 1e3;
  strip.mean_direction = 30.0 * degree;
  strip.direction_spread = spread_deg * degree;
  strip.depth = [](double x) { return 50.0 - 46.0 * ramp(x, 4e3, 47e3); };
  strip.duration = 15e3;
  return strip;
}

void expect_refracted(const Strip& strip, const char* name, double to = 1e9) {
  const StripErrors errors = compare(strip, name, to);
  EXPECT_LE(errors.hs, 0.03) << name;
  EXPECT_LE(errors.direction_deg, 1.0) << name;
}

// Also for swell much narrower than a bin: a spread of 8 degrees at 50 m becomes 2.8 degrees at 4 m.
TEST(Slope, refraction) {
  for (const int n_dir : {24, 36, 72})
    for (const double spread : {4.0, 8.0, 20.0}) {
      Strip strip = make_slope_strip(n_dir, spread);
      strip.time_step = 120.0;
      expect_refracted(strip, "refraction, 50 m to 4 m");
    }
}

TEST(Slope, refraction_with_a_long_step) {
  Strip strip = make_slope_strip(36, 8.0);
  strip.time_step = 300.0;
  expect_refracted(strip, "refraction, 50 m to 4 m, step of 300 s");
}

TEST(Slope, refraction_on_cells_of_5_km) {
  Strip strip = make_slope_strip(24, 20.0);
  strip.nx = 11;
  strip.spacing = 5e3;
  strip.depth = [](double x) { return std::max(50.0 - 1e-3 * x, 1.0); };
  strip.time_step = 300.0;
  strip.duration = 30e3;
  expect_refracted(strip, "refraction, 50 m to the shore, cells of 5 km, 24 directions");
}

TEST(Slope, refraction_on_a_beach) {
  Strip strip = make_slope_strip(36, 3.0);
  strip.nx = 36;
  strip.spacing = 100.0;
  strip.depth = [](double x) { return 10.0 - 11.0 * x / 4000.0; };
  strip.time_step = 10.0;
  strip.duration = 1500.0;
  expect_refracted(strip, "refraction, 10 m to 1 m", 3280.0);
}

}  // namespace
}  // namespace groundswell
