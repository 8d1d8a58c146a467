// SPDX-License-Identifier: Apache-2.0
// The streaming transfer and its slope against a slow reference that loops over quadruplets; and what it
// conserves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "unit/source_terms/slow_transfer.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

using test::SlowTransfer;

template <class Real>
struct FastResult {
  std::vector<Real> source, slope;
};

template <class Real>
FastResult<Real> fast_transfer(const SpectralGrid& grid, const std::vector<double>& variance) {
  test::OneCell<Real> cell(grid, {});
  cell.set_variance(variance);
  const NonlinearTransfer<Real> transfer(cell.view(), cell.scratch, Real(1));
  FastResult<Real> result;
  transfer.start(HostLane{});
  for (int row = 0; row < grid.n_freq() + cell.view().quadruplets.minus_shift; ++row) {
    transfer.add_row(HostLane{}, row);
    const int done = transfer.final_row(row);
    for (int dir = 0; done >= 0 && dir < grid.n_dir(); ++dir) {
      result.source.push_back(transfer.source(done)[dir]);
      result.slope.push_back(transfer.slope(done)[dir]);
    }
  }
  return result;
}

std::vector<double> rough_spectrum(const SpectralGrid& grid, double peak) {
  auto variance = test::jonswap_variance(grid, 0.01, peak, 1.1);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> factor(0.3, 1.7);
  for (double& e : variance) e *= factor(random);
  return variance;
}

// The default grid, and grids with other shifts in frequency and direction.
std::vector<SpectralGrid> grids() {
  return {SpectralGrid(), SpectralGrid({25, 24, 0.04, 1.15}), SpectralGrid({18, 72, 0.05, 1.27}),
          SpectralGrid({40, 16, 0.04, 1.07}), SpectralGrid({12, 9, 0.04, 1.4})};
}

}  // namespace

TEST(NonlinearTransfer, EqualsTheSlowReferenceOnAnyGrid) {
  for (const SpectralGrid& grid : grids()) {
    const auto variance = rough_spectrum(grid, 0.09);
    const int shift = int(std::ceil(-std::log(0.75) / std::log(grid.ratio())));
    const SlowTransfer slow(grid);
    const auto expected = slow.compute(variance, grid.n_freq() + shift);
    const auto precise = fast_transfer<double>(grid, variance);
    const auto pack = fast_transfer<Pack>(grid, variance);
    double largest = 0.0, worst = 0.0, worst_pack = 0.0, largest_slope = 0.0, worst_slope = 0.0;
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const std::size_t i = slow.index(bin / grid.n_dir(), bin % grid.n_dir()), b = std::size_t(bin);
      largest = std::max(largest, std::abs(expected.source[i]));
      worst = std::max(worst, std::abs(precise.source[b] - expected.source[i]));
      worst_pack = std::max(worst_pack, std::abs(pack.source[b][bin % 8] - expected.source[i]));
      largest_slope = std::max(largest_slope, std::abs(expected.slope[i]));
      worst_slope = std::max(worst_slope, std::abs(precise.slope[b] - expected.slope[i]));
    }
    EXPECT_LT(worst, 1e-12 * largest) << grid.ratio();
    EXPECT_LT(worst_pack, 2e-6 * largest) << grid.ratio();
    EXPECT_LT(worst_slope, 1e-12 * largest_slope) << grid.ratio();
  }
}

TEST(NonlinearTransfer, ConservesEnergyWithTheExtendedGrid) {
  const SpectralGrid grid;
  const SlowTransfer slow(grid);
  const auto r = slow.compute(rough_spectrum(grid, 0.09), grid.n_freq() + 4);
  EXPECT_LT(std::abs(r.balance), 1e-15 * r.total);
  // The kernel itself, on a grid that extends far above the waves.
  auto variance = rough_spectrum(grid, 0.12);
  for (int freq = 0; freq < 35; ++freq)
    for (int dir = 0; dir < 36; ++dir)
      if (freq < 5 || freq > 26) variance[std::size_t(freq * 36 + dir)] = 0.0;
  const auto fast = fast_transfer<double>(grid, variance);
  double balance = 0.0, total = 0.0;
  for (int bin = 0; bin < grid.n_bin(); ++bin) {
    const double value = fast.source[std::size_t(bin)] * grid.frequency()[std::size_t(bin / 36)];
    balance += value;
    total += std::abs(value);
  }
  EXPECT_GT(total, 0.0);
  EXPECT_LT(std::abs(balance), 1e-15 * total);
}

TEST(NonlinearTransfer, LosesMomentumOnlyByInterpolation) {
  const SpectralGrid grid;
  auto variance = test::jonswap_variance(grid, 0.01, 0.12, 0.3);
  for (int bin = 27 * 36; bin < grid.n_bin(); ++bin) variance[std::size_t(bin)] = 0.0;
  const auto fast = fast_transfer<double>(grid, variance);
  double momentum = 0.0, total = 0.0;
  for (int bin = 0; bin < grid.n_bin(); ++bin) {
    const double f = grid.frequency()[std::size_t(bin / 36)];  // df / c goes with f^2
    const double value = fast.source[std::size_t(bin)] * f * f;
    momentum += value * std::cos(grid.direction()[std::size_t(bin % 36)] - 0.3);
    total += std::abs(value);
  }
  EXPECT_LT(std::abs(momentum), 5e-3 * total);
}

}  // namespace groundswell
