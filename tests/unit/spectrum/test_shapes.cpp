// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell {
namespace {

double integrate(const std::function<double(double)>& f, double from, double to, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += f(from + (i + 0.5) * (to - from) / n);
  return sum * (to - from) / n;
}

}  // namespace

TEST(Shapes, JonswapHasItsPeakItsTailAndItsEnhancement) {
  const JonswapShape shape{0.01, 0.1, 3.3, 0.07, 0.09};
  const double f5 = 0.01 * gravity * gravity * std::pow(2.0 * pi, -4.0);
  EXPECT_NEAR(compute_jonswap(shape, 0.1), f5 * 1e5 * std::exp(-1.25) * 3.3, 1e-9);
  EXPECT_NEAR(compute_jonswap(shape, 5.0) * std::pow(5.0, 5.0) / f5, 1.0, 1e-6);
  EXPECT_EQ(compute_jonswap(shape, 0.0), 0.0);
  for (double f : {0.08, 0.0999, 0.1001, 0.13})
    EXPECT_LT(compute_jonswap(shape, f), compute_jonswap(shape, 0.1));
}

TEST(Shapes, PiersonMoskowitzHasItsVarianceInClosedForm) {
  const JonswapShape shape = make_pierson_moskowitz(15.0);
  // m0 = alpha g^2 (2 pi)^-4 fp^-4 / 5
  const double m0 = shape.alpha * gravity * gravity * std::pow(2.0 * pi * shape.peak_frequency, -4.0) / 5.0;
  EXPECT_NEAR(integrate([&](double f) { return compute_jonswap(shape, f); }, 0.0, 20.0, 200000) / m0, 1.0,
              1e-6);
  // Hs = 0.21 U_19.5^2 / g in a fully developed sea
  EXPECT_NEAR(4.0 * std::sqrt(m0) * gravity / std::pow(1.026 * 15.0, 2.0), 0.21, 0.005);
}

TEST(Shapes, JonswapFromHeightHasThatHeight) {
  for (double gamma : {1.0, 3.3, 7.0}) {
    const JonswapShape shape = make_jonswap_from_height(4.0, 0.09, gamma);
    const double m0 = integrate([&](double f) { return compute_jonswap(shape, f); }, 0.0, 20.0, 400000);
    EXPECT_NEAR(4.0 * std::sqrt(m0), 4.0, 1e-5) << gamma;
  }
  EXPECT_THROW(make_jonswap_from_height(0.0, 0.1), Error);
}

TEST(Shapes, JonswapFromFetchGrowsWithFetchUpToTheFullSea) {
  // 10 m/s over 100 km: x = 9806, fp = 3.5 g / U x^-0.33, alpha = 0.076 x^-0.22
  const JonswapShape shape = make_jonswap_from_fetch(10.0, 100e3);
  EXPECT_NEAR(shape.peak_frequency, 3.5 * gravity / 10.0 * std::exp(-0.33 * std::log(9806.0)), 1e-12);
  EXPECT_NEAR(shape.alpha, 0.076 * std::exp(-0.22 * std::log(9806.0)), 1e-12);
  const JonswapShape ocean = make_jonswap_from_fetch(10.0, 1e8), grown = make_pierson_moskowitz(10.0);
  EXPECT_EQ(ocean.peak_frequency, grown.peak_frequency);
  EXPECT_EQ(ocean.alpha, grown.alpha);
  EXPECT_THROW(make_jonswap_from_fetch(10.0, 0.0), Error);
  EXPECT_THROW(make_jonswap_from_fetch(-1.0, 1e5), Error);
}

TEST(Shapes, DirectionalShapesIntegrateToOne) {
  for (double power : {0.0, 1.0, 2.0, 4.0, 20.0})
    EXPECT_NEAR(integrate([&](double a) { return compute_cosine_power(a, power); }, -pi, pi, 100000), 1.0,
                1e-4);
  EXPECT_NEAR(compute_cosine_power(0.3, 2.0), 2.0 / pi * std::pow(std::cos(0.3), 2.0), 1e-14);
  EXPECT_EQ(compute_cosine_power(1.6, 2.0), 0.0);
  for (double s : {1.0, 2.5, 10.0, 90.0})
    EXPECT_NEAR(integrate([&](double a) { return compute_cosine_2s(a, s); }, -pi, pi, 2000), 1.0, 1e-9);
}

TEST(Shapes, ActionSumsToTheSpectrumOverFrequency) {
  const SpectralGrid grid;
  const JonswapShape jonswap = make_jonswap_from_height(3.0, 0.12);
  const std::vector<float> action = make_action(grid, make_jonswap_spectrum(jonswap, 1.0));
  ASSERT_EQ(action.size(), std::size_t(grid.n_bin()));
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    double e = 0.0;
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      e += action[std::size_t(freq) * grid.n_dir() + dir] * grid.sigma()[freq] * grid.direction_width();
    const double expected = compute_jonswap(jonswap, grid.frequency()[freq]);
    EXPECT_NEAR(e, expected, 1e-6 * expected + 1e-30) << freq;
  }
  const auto one = [](double) { return 1.0; };
  EXPECT_THROW(make_action(grid, {one, [](double) { return 0.0; }, {}}), Error);
  EXPECT_THROW(make_action(grid, {one, [](double theta) { return std::cos(theta); }, {}}), Error);
  EXPECT_THROW(make_action(grid, {[](double f) { return std::log(f); }, one, {}}), Error);
}

double mean_direction(const SpectralGrid& grid, const std::vector<float>& action) {
  double x = 0.0, y = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq)
    for (int dir = 0; dir < grid.n_dir(); ++dir) {
      const double e = double(action[std::size_t(freq) * grid.n_dir() + dir]) * grid.frequency_width()[freq];
      x += e * std::cos(grid.direction()[dir]);
      y += e * std::sin(grid.direction()[dir]);
    }
  return std::atan2(y, x);
}

TEST(Shapes, BinsKeepTheMeanDirectionOfAnyShape) {
  const SpectralGrid grid;
  const JonswapShape jonswap = make_jonswap_from_height(3.0, 0.12);
  for (double power : {2.0, 20.0, 1e3, 1e5, 1e9})
    for (double degrees : {0.0, 3.0, 7.5, 11.0, 100.0, -40.0, 359.0}) {
      const double direction = degrees * pi / 180.0;
      const auto action = make_action(grid, make_jonswap_spectrum(jonswap, direction, power));
      const double off = std::remainder(mean_direction(grid, action) - direction, 2.0 * pi);
      EXPECT_NEAR(off, 0.0, 0.1 * pi / 180.0) << "cos^" << power << " about " << degrees << " degrees";
    }
}

TEST(Shapes, APeakBetweenTwoFrequenciesOrNearTheLastKeepsItsHeight) {
  const SpectralGrid grid;
  for (double peak : {0.045, 0.0801, 0.0841, 0.0882, 0.5, 0.9}) {
    const GaussianShape narrow{2.0, peak, 0.02 * peak};
    const auto action = make_action_of_height(grid, make_swell_spectrum(narrow, 1.0), 2.0);
    double m0 = 0.0;
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const int freq = bin / grid.n_dir();
      const double tail = freq + 1 == grid.n_freq() ? grid.frequency()[freq] / 4.0 : 0.0;
      m0 += action[bin] * grid.sigma()[freq] * grid.direction_width() * (grid.frequency_width()[freq] + tail);
    }
    EXPECT_NEAR(4.0 * std::sqrt(m0), 2.0, 1e-5) << peak;
  }
  EXPECT_THROW(make_action_of_height(grid, make_swell_spectrum({2.0, 20.0, 0.01}, 1.0), 2.0), Error);
}

TEST(Shapes, TheHeightBetweenTwoFrequenciesIsThatOfAllWhereTheyHoldAll) {
  const auto sea = make_jonswap_spectrum(make_jonswap_from_height(3.0, 0.1), 0.0);
  EXPECT_NEAR(compute_height_between(sea, 0.01, 10.0), 3.0, 1e-4);
  const double below = compute_height_between(sea, 0.01, 0.12),
               above = compute_height_between(sea, 0.12, 10.0);
  EXPECT_NEAR(std::hypot(below, above), 3.0, 1e-3);
}

}  // namespace groundswell
