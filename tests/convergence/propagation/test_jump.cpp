// SPDX-License-Identifier: Apache-2.0
// Refraction by unresolved changes of depth from one cell to the next: waves of 12 s from 4000 m onto a
// shelf, and up a slope of 1:20, against Snell's law and shoaling (the rays of strip.hpp).
#include <gtest/gtest.h>

#include "strip.hpp"

namespace groundswell {
namespace {

Strip make_strip(const std::string& scheme, double spacing) {
  Strip strip;
  strip.grid.n_freq = 3;
  strip.grid.first_frequency = 1.0 / 12.0;
  strip.nx = 14;
  strip.spacing = spacing;
  strip.mean_direction = 30.0 * degree;
  strip.direction_spread = 10.0 * degree;
  strip.scheme = scheme;
  return strip;
}

struct CellError {
  double hs, direction_deg, depth;
};
std::vector<CellError> compare_cells(const Strip& strip) {
  const StripResult result = run_strip(strip);
  std::vector<CellError> errors;
  for (std::size_t i = 0; i < result.x.size(); ++i) {
    const StripExact exact = compute_exact(strip, result.x[i]);
    errors.push_back({std::sqrt(result.energy[i] / exact.energy) - 1.0,
                      (result.direction[i] - exact.direction) / degree, strip.depth(result.x[i])});
  }
  return errors;
}

// The largest errors on the shelf, from its second cell to the last but three of the strip, and the largest
// effect of the time step on the direction.
struct ShelfError {
  double hs = 0.0, direction_deg = 0.0, step_deg = 0.0;
};
ShelfError measure_shelf(const std::string& scheme, double incidence_deg, double spacing, double shelf) {
  constexpr int first_cell = 5;
  Strip strip = make_strip(scheme, spacing);
  strip.mean_direction = incidence_deg * degree;
  strip.depth = [=](double x) { return x < (first_cell - 0.3) * spacing ? 4000.0 : shelf; };
  strip.duration = 5.0 * spacing;  // 2.5 times as long as waves of 7 m/s take to cross 14 cells
  std::vector<CellError> of_step[2];
  for (const int i : {0, 1}) {
    strip.time_step = i == 0 ? 300.0 : 1800.0;
    of_step[i] = compare_cells(strip);
  }
  ShelfError worst;
  for (int cell = first_cell + 1; cell < strip.nx - 3; ++cell) {
    for (const auto& errors : of_step) {
      worst.hs = std::max(worst.hs, std::abs(errors[cell].hs));
      worst.direction_deg = std::max(worst.direction_deg, std::abs(errors[cell].direction_deg));
    }
    const double difference = of_step[0][cell].direction_deg - of_step[1][cell].direction_deg;
    worst.step_deg = std::max(worst.step_deg, std::abs(difference));
  }
  std::printf("%s, %.0f degrees, %.0f km, 4000 to %.0f m: Hs %.1f %%, direction %.2f, by step %.2f degrees\n",
              scheme.c_str(), incidence_deg, spacing / 1e3, shelf, 100.0 * worst.hs, worst.direction_deg,
              worst.step_deg);
  return worst;
}

void expect_snell(const std::string& scheme, double incidence_deg, double within_deg, double by_step_deg) {
  for (const double spacing : {100e3, 5e3})
    for (const double shelf : {50.0, 20.0, 5.0}) {
      const ShelfError error = measure_shelf(scheme, incidence_deg, spacing, shelf);
      EXPECT_LE(error.hs, 0.05);
      EXPECT_LE(error.direction_deg, within_deg);
      EXPECT_LE(error.step_deg, by_step_deg);
    }
}

TEST(Jump, third_order) {
  expect_snell("third_order", 30.0, 2.0, 0.5);
}

TEST(Jump, upwind) {
  expect_snell("upwind", 30.0, 3.5, 0.5);
}

TEST(Jump, third_order_at_60_degrees) {
  expect_snell("third_order", 60.0, 5.0, 1.1);
}

// A current across the jump: the wavenumber grows, and the intrinsic frequency changes only by -U times the
// change of k_x.
TEST(Jump, with_a_current) {
  for (const double u : {1.0, -1.0})
    for (const double shelf : {50.0, 10.0}) {
      Strip strip = make_strip("third_order", 5e3);
      strip.grid.n_freq = 20;
      strip.grid.first_frequency = 0.045;
      strip.mean_frequency = 1.0 / 12.0;
      strip.frequency_spread = 0.01;
      strip.u = [=](double) { return u; };
      strip.depth = [=](double x) { return x < 23.5e3 ? 4000.0 : shelf; };
      strip.time_step = 300.0;
      strip.duration = 3e4;
      const std::vector<CellError> errors = compare_cells(strip);
      double hs = 0.0, direction_deg = 0.0;
      for (int cell = 6; cell < strip.nx - 3; ++cell) {
        hs = std::max(hs, std::abs(errors[cell].hs));
        direction_deg = std::max(direction_deg, std::abs(errors[cell].direction_deg));
      }
      std::printf("current of %+.0f m/s, 4000 to %.0f m: Hs %.1f %%, direction %.2f degrees\n", u, shelf,
                  100.0 * hs, direction_deg);
      EXPECT_LE(hs, 0.04);
      EXPECT_LE(direction_deg, 2.0);
    }
}

// Waves that leave the shelf turn a little too much (docs/theory/propagation.md, section 3).
TEST(Jump, from_the_shelf) {
  Strip strip = make_strip("third_order", 5e3);
  strip.mean_direction = 10.0 * degree;
  strip.direction_spread = 4.0 * degree;
  strip.time_step = 300.0;
  strip.duration = 5e4;
  strip.depth = [](double x) { return x < 23e3 ? 20.0 : 4000.0; };
  const std::vector<CellError> errors = compare_cells(strip);
  std::printf("20 to 4000 m, 10 degrees: Hs %+.1f %%, direction %+.2f degrees\n", 100.0 * errors[8].hs,
              errors[8].direction_deg);
  EXPECT_NEAR(errors[8].hs, 0.0, 0.05);
  EXPECT_NEAR(errors[8].direction_deg, 0.0, 4.0);
}

// Waves that run up a slope to a shelf 5 m deep; the slope starts at several positions between two cells.
TEST(Slope, of_1_in_20) {
  for (const double spacing : {1e3, 5e3})
    for (const double shift : {0.2, 0.5, 0.8}) {
      Strip strip = make_strip("third_order", spacing);
      const double deep = 400.0 * spacing / 1e3, begin = (4.0 + shift) * spacing;
      strip.depth = [=](double x) { return std::max(std::min(deep, deep - 0.05 * (x - begin)), 5.0); };
      strip.nx = int(deep / (0.05 * spacing)) + 15;
      strip.time_step = 0.06 * spacing;
      strip.duration = strip.nx * spacing / 3.0;
      const std::vector<CellError> errors = compare_cells(strip);
      const auto depth = [&](int cell) { return errors[cell].depth; };
      CellError resolved{0.0, 0.0, 0.0};
      int last = 0;
      for (int cell = 1; depth(cell) > 5.0; last = cell++)
        if (depth(cell - 1) < 2.0 * depth(cell) && depth(cell) < 2.0 * depth(cell + 1)) {
          resolved.hs = std::max(resolved.hs, std::abs(errors[cell].hs));
          resolved.direction_deg = std::max(resolved.direction_deg, std::abs(errors[cell].direction_deg));
        }
      std::printf(
          "1:20, %.0f km: resolved Hs %.2f %%, direction %.2f; last deep cell (%.0f m) %+.2f, end %+.2f\n",
          spacing / 1e3, 100.0 * resolved.hs, resolved.direction_deg, depth(last), errors[last].direction_deg,
          errors[last + 4].direction_deg);
      EXPECT_LE(resolved.hs, 0.004);
      EXPECT_LE(resolved.direction_deg, 0.2);
      EXPECT_NEAR(errors[last].direction_deg, 0.0, 5.0);
      EXPECT_NEAR(errors[last + 4].direction_deg, 0.0, 2.0);
    }
}

}  // namespace
}  // namespace groundswell
