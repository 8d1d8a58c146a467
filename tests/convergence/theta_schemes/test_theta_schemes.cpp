// SPDX-License-Identifier: Apache-2.0
// Why transport in direction uses a positive third-order scheme and not a first-order one or central
// differences: the figures of docs/theory/propagation.md, section 4. A swell with a spread of 16 degrees on
// 36 directions is turned by 60 degrees; GROUNDSWELL_SHOW_FIGURES=1 prints the table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "base/constants.hpp"
#include "propagation/direction_transport.hpp"
#include "spectrum/shapes.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {
namespace {

using Row = std::vector<double>;
using Step = std::function<Row(const Row&, double courant)>;

constexpr int n_dir = 36;

Row step_first_order(const Row& row, double courant) {
  Row next(row);
  for (int j = 0; j < n_dir; ++j) next[j] -= courant * (row[j] - row[(j + n_dir - 1) % n_dir]);
  return next;
}

Row step_central(const Row& row, double courant) {
  Row next(row);
  for (int j = 0; j < n_dir; ++j)
    next[j] -= 0.5 * courant * (row[(j + 1) % n_dir] - row[(j + n_dir - 1) % n_dir]);
  return next;
}

Row step_third_order(const Row& row, double courant) {
  Row next(row), scratch(turning_rows * (n_dir + 2 * row_margin));
  turn_row<Row::value_type>(row.data(), n_dir, RowTurn<Row::value_type>{0, courant}, next.data(),
                            scratch.data());
  return next;
}

struct Figures {
  // Spread and mean [degree]; the smallest and the largest bin as fractions of the largest one at the start;
  // the sum of all bins.
  double spread, mean, least, largest, sum;
};

Figures compute_figures(const Row& row, double first_largest) {
  double m0 = 0.0, x = 0.0, y = 0.0;
  for (int j = 0; j < n_dir; ++j) {
    const double theta = (j + 0.5) * 2.0 * pi / n_dir;
    m0 += row[j];
    x += row[j] * std::cos(theta);
    y += row[j] * std::sin(theta);
  }
  const auto [least, largest] = std::minmax_element(row.begin(), row.end());
  return {std::sqrt(2.0 * (1.0 - std::hypot(x, y) / m0)) / degree, std::atan2(y, x) / degree,
          *least / first_largest, *largest / first_largest, m0};
}

// A swell that travels towards 40 degrees, turned by 60 degrees in steps of the given Courant number.
Figures turn_swell(const char* name, const Step& step, double courant, double spread_deg = 16.0) {
  const double spread = spread_deg * degree, s = 2.0 / (spread * spread) - 1.0;
  Row row(n_dir);
  for (int j = 0; j < n_dir; ++j) row[j] = compute_cosine_2s((j + 0.5) * 2.0 * pi / n_dir - 40.0 * degree, s);
  const double first_largest = *std::max_element(row.begin(), row.end());
  const int n_step = int(std::lround(6.0 / courant));
  for (int i = 0; i < n_step; ++i) row = step(row, courant);
  const Figures figures = compute_figures(row, first_largest);
  if (std::getenv("GROUNDSWELL_SHOW_FIGURES"))
    std::printf("%-14s Courant %.2f: spread %5.2f, mean %6.2f, least %9.2e, largest %.3f\n", name, courant,
                figures.spread, figures.mean, figures.least, figures.largest);
  return figures;
}

}  // namespace

TEST(ThetaSchemes, FirstOrderSmearsSwell) {
  EXPECT_GT(turn_swell("first order", step_first_order, 0.05).spread, 27.0);
  EXPECT_GT(turn_swell("first order", step_first_order, 0.2).spread, 25.0);
  EXPECT_LT(turn_swell("first order", step_first_order, 0.05).largest, 0.65);
}

TEST(ThetaSchemes, CentralDifferencesGoNegative) {
  for (double courant : {0.05, 0.2}) EXPECT_LT(turn_swell("central", step_central, courant).least, -0.03);
}

TEST(ThetaSchemes, ThirdOrderKeepsItNarrowAndPositive) {
  for (double courant : {0.05, 0.2, 0.4}) {
    const Figures figures = turn_swell("third order", step_third_order, courant);
    EXPECT_LT(figures.spread, 17.0) << courant;
    EXPECT_NEAR(figures.mean, 100.0, 0.3) << courant;
    EXPECT_GE(figures.least, 0.0) << courant;
    EXPECT_GT(figures.largest, 0.9) << courant;
  }
}

// A swell narrower than a bin: the empty bins around it, from which nothing can flow, must not slow it down.
TEST(ThetaSchemes, ThirdOrderTurnsNarrowSwellAsFar) {
  for (double courant : {0.05, 0.2, 0.4}) {
    const Figures figures = turn_swell("narrow", step_third_order, courant, 6.0);
    EXPECT_NEAR(figures.mean, 100.0, 0.5) << courant;
    EXPECT_GE(figures.least, 0.0) << courant;
  }
}

}  // namespace groundswell
