// SPDX-License-Identifier: Apache-2.0
// The two fast forms of st4 by the number of their terms, against the slow reference: the harmonics of the
// cumulative term and the midpoints of the stress in the tail. docs/theory/st4.md quotes what is printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/st4_input.hpp"
#include "unit/source_terms/slow_st4.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell::test {
namespace {

// A steep young sea.
SlowSea make_steep_sea() {
  const SpectralGrid grid;
  SlowSea sea(grid.n_freq(), grid.n_dir(), grid.frequency()[0], grid.ratio());
  sea.e = jonswap_variance(grid, 0.016, 0.15, 0.4);
  return sea;
}

// The cumulative rate [s-1] of each bin with the first `n_term` harmonics of |c - c'|, by the sum over all
// pairs of bins.
std::vector<double> cumulative_rate(const SlowSea& sea, int n_term) {
  const SlowSt4Set set = slow_t471();
  const std::vector<double> saturation = slow_breaking(sea, set).saturation;
  std::vector<double> rate(std::size_t(sea.n_bin()), 0.0);
  for (int i = 5; i < sea.n_freq; ++i)
    for (int low = 0; low <= i - 5; ++low) {
      const double c = gravity / sea.sigma[std::size_t(i)], c_low = gravity / sea.sigma[std::size_t(low)];
      std::vector<double> speed(std::size_t(sea.n_dir), 0.0);  // by difference of direction
      for (int n = 0; n <= n_term; ++n) {
        double a = 0.0;
        for (int k = 0; k < 720; ++k) {
          const double t = 2.0 * pi * k / 720;
          a += (n == 0 ? 1.0 : 2.0) / 720 * std::cos(n * t) *
               std::sqrt(c * c + c_low * c_low - 2.0 * c * c_low * std::cos(t));
        }
        for (int turn = 0; turn < sea.n_dir; ++turn)
          speed[std::size_t(turn)] += a * std::cos(n * turn * sea.dtheta);
      }
      const double sigma = sea.sigma[std::size_t(low)];
      const double dk = sigma * sigma * (sea.ratio - 1.0 / sea.ratio) / gravity;
      for (int j = 0; j < sea.n_dir; ++j)
        for (int from = 0; from < sea.n_dir; ++from) {
          const double excess =
              std::sqrt(saturation[std::size_t(low * sea.n_dir + from)]) - std::sqrt(set.br);
          if (excess <= 0.0) continue;
          const double crests = 28.16 / (2.0 * pi * pi) * excess * excess;
          rate[std::size_t(i * sea.n_dir + j)] +=
              set.c_cu * speed[std::size_t((j - from + sea.n_dir) % sea.n_dir)] * crests * dk * sea.dtheta;
        }
    }
  return rate;
}

}  // namespace

TEST(St4FastForms, FourHarmonicsGiveTheCumulativeTerm) {
  const SlowSea sea = make_steep_sea();
  const std::vector<double> right = slow_breaking(sea, slow_t471()).cumulative;
  const double largest = -*std::min_element(right.begin(), right.end());
  EXPECT_GT(largest, 1e-3);
  double error = 1.0;
  for (int n = 1; n <= n_harmonic; ++n) {
    const std::vector<double> rate = cumulative_rate(sea, n);
    const double before = error;
    error = 0.0;
    for (std::size_t bin = 0; bin < rate.size(); ++bin)
      error = std::max(error, std::abs(rate[bin] + right[bin]) / largest);
    std::printf("cumulative term, harmonics up to %d: error %.1e of the largest rate\n", n, error);
    EXPECT_LT(error, 0.5 * before);
  }
  EXPECT_LT(error, 3e-5);
}

TEST(St4FastForms, TwelveMidpointsGiveTheStressInTheTail) {
  const SlowSt4Set set = slow_t471();
  const double f_last = 1.06719;
  double worst_of_kernel = 0.0, worst_power = 0.0;
  for (int n_node : {8, 12, 16, 24}) {
    double worst = 0.0;
    for (double u = 0.16; u < 1.64; u *= 1.2)
      for (double alpha : {0.012, 0.02, 0.04, 0.08})
        for (double level : {0.002, 0.006, 0.012}) {
          const double z0 = alpha * u * u / gravity;
          const SlowTail right = slow_tail(u, z0, level, f_last, set);
          const SlowTail few = slow_tail(u, z0, level, f_last, set, n_node);
          worst = std::max(worst, std::abs(few.stress - right.stress) / (u * u));
          if (n_node != 12) continue;
          const double cubed = level * gravity * gravity / (std::pow(2.0 * pi, 4) * std::pow(f_last, 5));
          const auto kernel = sheltered_tail_input(u, z0, cubed, set.beta_max / (von_karman * von_karman),
                                                   set.z_alpha, f_last);
          worst_of_kernel = std::max(worst_of_kernel, std::abs(kernel.stress - right.stress) / (u * u));
          worst_power = std::max(worst_power, std::abs(kernel.power - right.power) / (right.power + 1e-9));
        }
    std::printf("stress in the tail, %d midpoints: error %.2f %% of u*^2\n", n_node, 100.0 * worst);
  }
  std::printf("the kernel: %.2f %%, its power %.2f %%\n", 100.0 * worst_of_kernel, 100.0 * worst_power);
  EXPECT_LT(worst_of_kernel, 2e-3);
  EXPECT_LT(worst_power, 2e-2);
}

}  // namespace groundswell::test
