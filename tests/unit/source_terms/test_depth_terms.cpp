// SPDX-License-Identifier: Apache-2.0
// The terms of finite depth: breaking, bottom friction, and the stronger nonlinear transfer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {

TEST(DepthBreaking, ShareSolvesBattjesAndJanssenForEveryB) {
  for (double b = 0.0; b < 1.5; b += 0.0007) {
    double exact = 1.0;
    if (b < 1.0) {
      double low = 0.0, high = 1.0 - 1e-15;  // (1 - Q)/(-ln Q) grows with Q
      for (int step = 0; step < 200; ++step) {
        const double q = 0.5 * (low + high);
        ((1.0 - q) / -std::log(q) > b ? high : low) = q;
      }
      exact = 0.5 * (low + high);
    }
    EXPECT_NEAR(breaking_share(b), exact, 1e-6) << b;
    EXPECT_NEAR(breaking_share(Pack(b))[4], exact, 2e-6) << b;
  }
}

TEST(DepthBreaking, RateIsThatOfTheBore) {
  const double m0 = 0.05, f = 0.15, depth = 1.5, gamma = 0.8;
  const double max_height = gamma * depth, b = 8.0 * m0 / (max_height * max_height);
  const double bore = 0.25 * breaking_share(b) * f * max_height * max_height;  // m2 s-1
  EXPECT_NEAR(depth_breaking_rate(m0, f, depth, gamma, 1.0) / (bore / m0), 1.0, 1e-6);
  // The rate is continuous at the height at which all waves break, and grows above it.
  const double m0_all = max_height * max_height / 8.0;
  EXPECT_NEAR(depth_breaking_rate(m0_all * 1.0001, f, depth, gamma, 1.0) /
                  depth_breaking_rate(m0_all * 0.9999, f, depth, gamma, 1.0),
              1.0, 1e-3);
  EXPECT_GT(depth_breaking_rate(2.0 * m0_all, f, depth, gamma, 1.0),
            1.9 * depth_breaking_rate(m0_all, f, depth, gamma, 1.0));
  EXPECT_EQ(depth_breaking_rate(1.0, f, 1e5, gamma, 1.0), 0.0);
}

TEST(BottomFriction, IsTheJonswapFormula) {
  for (double depth : {0.5, 5.0, 20.0, 60.0})
    for (double k : {0.01, 0.05, 0.3}) {
      const double exact = 2.0 * 0.038 / gravity * k / std::sinh(2.0 * k * depth);
      EXPECT_NEAR(bottom_friction_rate(0.038, k, depth) / exact, 1.0, 1e-12);
      EXPECT_NEAR(bottom_friction_rate(Pack(0.038), Pack(k), Pack(depth))[2], exact, 3e-6 * exact + 1e-30);
    }
  EXPECT_LT(bottom_friction_rate(0.038, 0.1, std::numeric_limits<double>::infinity()), 1e-30);
}

TEST(NonlinearTransfer, GrowsWithShallownessAsWamdiSays) {
  for (double kd : {0.2, 0.8, 1.5, 3.0, 10.0}) {
    const double x = std::max(0.5, 0.75 * kd);
    EXPECT_NEAR(depth_factor(kd / 20.0, 20.0), 1.0 + 5.5 / x * (1.0 - 0.833 * x) * std::exp(-1.25 * x), 1e-9);
  }
  EXPECT_NEAR(depth_factor(0.1, std::numeric_limits<double>::infinity()), 1.0, 1e-12);
}

namespace {

// Total variance of a cell with its tail, and its mean frequency.
struct Energy {
  double m0 = 0.0, mean_frequency = 0.0;
};
Energy energy_of(const test::Cells& cells, std::size_t cell) {
  Energy sum;
  const auto& f = cells.grid.frequency();
  for (int bin = 0; bin < cells.grid.n_bin(); ++bin) {
    const auto freq = std::size_t(bin / cells.grid.n_dir());
    const bool last = freq + 1 == f.size();
    const double e = cells.variance(cell, bin) * cells.grid.direction_width();
    sum.m0 += e * (cells.grid.frequency_width()[freq] + (last ? f[freq] / 4.0 : 0.0));
    sum.mean_frequency += e * f[freq] * (cells.grid.frequency_width()[freq] + (last ? f[freq] / 3.0 : 0.0));
  }
  sum.mean_frequency /= sum.m0;
  return sum;
}

RowArray<float> copy_of(const RowArray<float>& spectra) {
  RowArray<float> copy(spectra.n_row(), spectra.n_col());
  for (std::size_t row = 0; row < spectra.n_row(); ++row)
    std::copy_n(spectra.row(row), spectra.n_col(), copy.row(row));
  return copy;
}

// Applies the losses over `dt` [s] to seas that do not move or, if `before` is given, to seas that transport
// has changed from `before`.
void lose(SourceTerms& terms, test::Cells& cells, double dt, const RowArray<float>* before = nullptr) {
  const std::vector<int> n_sub_step(std::size_t(cells.grid.n_freq()), 1);
  const Rows<const float> after = std::as_const(cells.action).rows(), was = before ? before->rows() : after;
  terms.integrate_depth_losses(Backend::serial, {0, std::int64_t(cells.action.n_row())}, cells.forcing(),
                               {was, was, cells.action.rows(), cells.grid.n_freq(), 0, dt, n_sub_step});
}

}  // namespace

// Compares with dm0/dt = -rate(m0) m0, integrated in small steps, for waves from below to far above the
// height that the depth allows.
TEST(DepthLosses, DecayAsTheEnergyEquationSays) {
  const SpectralGrid grid;
  SourceTermsSettings settings;
  settings.bottom_friction = false;
  SourceTerms terms(grid, settings);
  const double depth = 3.0;
  for (double dt : {5.0, 60.0, 600.0}) {
    const std::vector<double> heights = {0.5, 1.2, 1.8, 2.4, 4.0, 6.0};
    test::Cells cells(grid, heights.size(), depth);
    for (std::size_t cell = 0; cell < heights.size(); ++cell) {
      const auto sea =
          make_action(grid, make_jonswap_spectrum(make_jonswap_from_height(heights[cell], 0.1), 0.3));
      std::copy(sea.begin(), sea.end(), cells.action.row(cell));
    }
    std::vector<Energy> start;
    for (std::size_t cell = 0; cell < heights.size(); ++cell) start.push_back(energy_of(cells, cell));
    lose(terms, cells, dt);
    for (std::size_t cell = 0; cell < heights.size(); ++cell) {
      double m0 = start[cell].m0, time = 0.0;
      while (time < dt) {
        const double rate = depth_breaking_rate(m0, start[cell].mean_frequency, depth, 0.8, 1.0);
        const double step = std::min(dt - time, 1e-3 / std::max(rate, 1e-3));
        m0 *= std::exp(-step * rate);
        time += step;
      }
      const double ratio = std::sqrt(energy_of(cells, cell).m0 / m0);
      EXPECT_NEAR(ratio, 1.0, 0.015) << heights[cell] << " m, " << dt << " s";
    }
  }
}

// The loss of energy per second, from which the source step deducts what transport supplies.
TEST(DepthLosses, AreThoseOfFrictionAndBreaking) {
  const SpectralGrid grid;
  const double depth = 4.0, coefficient = 0.038;
  test::OneCell<double> cell(grid, {}, depth);
  cell.set_variance(test::jonswap_variance(grid, 0.004, 0.12, 0.3));
  const auto& view = cell.view().grid;
  double m0 = 0.0, m1 = 0.0, friction = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    const double f = grid.frequency()[std::size_t(freq)], width = grid.frequency_width()[std::size_t(freq)];
    const bool is_last = freq + 1 == grid.n_freq();  // above it, E falls as f^-5
    double e = 0.0;
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      e += cell.scratch.variance[freq * grid.n_dir() + dir] * grid.direction_width();
    const double energy = e * (width + (is_last ? f / 4.0 : 0.0));
    m0 += energy;
    m1 += e * f * (width + (is_last ? f / 3.0 : 0.0));
    friction += energy * bottom_friction_rate(coefficient, cell.scratch.wavenumber[freq], depth);
  }
  const double breaking = m0 * depth_breaking_rate(m0, m1 / m0, depth, 0.8, 1.0);
  const DepthLossStep<double> step(cell.view(), cell.scratch, depth, grid.n_freq(), view.ones);
  EXPECT_GT(friction, 0.01 * breaking);
  EXPECT_GT(breaking, 0.01 * friction);
  EXPECT_NEAR(step.compute_loss(HostLane{}, cell.scratch.variance) / (friction + breaking), 1.0, 1e-9);
}

TEST(DepthLosses, FrictionIsExactInTime) {
  const SpectralGrid grid;
  SourceTermsSettings settings;
  settings.depth_breaking = false;
  SourceTerms terms(grid, settings);
  test::Cells cells(grid, 1, 12.0);
  cells.set_variance(0, std::vector<double>(std::size_t(grid.n_bin()), 0.3));
  lose(terms, cells, 3600.0);
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    const double k = compute_wavenumber(grid.sigma()[freq], 12.0);
    const double expected = 0.3 * std::exp(-3600.0 * bottom_friction_rate(0.038, k, 12.0));
    EXPECT_NEAR(cells.variance(0, freq * 36 + 5) / expected, 1.0, 1e-5) << freq;
  }
}

// Transport supplies in each step what is lost in it, so nothing changes, however long the step is.
TEST(DepthLosses, KeepASteadySea) {
  const SpectralGrid grid;
  SourceTerms terms(grid, {});
  const auto sea = make_action(grid, make_jonswap_spectrum(make_jonswap_from_height(1.6, 0.1), 0.3));
  for (double dt : {10.0, 100.0, 600.0}) {
    test::Cells cells(grid, 1, 3.0);
    std::copy(sea.begin(), sea.end(), cells.action.row(0));
    const RowArray<float> before = copy_of(cells.action);
    const Energy energy = energy_of(cells, 0);
    const double breaking = depth_breaking_rate(energy.m0, energy.mean_frequency, 3.0, 0.8, 1.0);
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const double k = compute_wavenumber(grid.sigma()[std::size_t(bin / 36)], 3.0);
      cells.action(0, std::size_t(bin)) *= float(1.0 + dt * (breaking + bottom_friction_rate(0.038, k, 3.0)));
    }
    lose(terms, cells, dt, &before);
    EXPECT_NEAR(std::sqrt(energy_of(cells, 0).m0 / energy.m0), 1.0, 2e-3) << dt << " s";
  }
}

TEST(DepthLosses, ACellsBitsDoNotDependOnItsPlaceAndDeepCellsAreLeftAlone) {
  const SpectralGrid grid;
  SourceTerms terms(grid, {});
  const auto sea = make_action(grid, make_jonswap_spectrum(make_jonswap_from_height(3.0, 0.1), 0.3));
  test::Cells all(grid, 21, 3.0);
  for (std::size_t cell = 0; cell < 21; ++cell) {
    for (std::size_t bin = 0; bin < sea.size(); ++bin) all.action(cell, bin) = sea[bin] * float(cell) / 20.0f;
    if (cell % 5 == 2) all.depth[cell] = 2000.0f;
  }
  const RowArray<float> before = copy_of(all.action);
  lose(terms, all, 60.0);
  for (std::size_t cell = 0; cell < 21; ++cell) {
    test::Cells one(grid, 1, 3.0);
    one.depth[0] = all.depth[cell];
    std::copy_n(before.row(cell), sea.size(), one.action.row(0));
    lose(terms, one, 60.0);
    EXPECT_EQ(std::memcmp(one.action.row(0), all.action.row(cell), sea.size() * sizeof(float)), 0) << cell;
    const bool same = std::memcmp(before.row(cell), all.action.row(cell), sea.size() * sizeof(float)) == 0;
    EXPECT_EQ(same, cell % 5 == 2 || cell == 0) << cell;
  }
}

// Two windy hours in shallow water: the depth limits the height, and all bins stay finite.
TEST(SourceTerms, BoundWavesByDepth) {
  const SpectralGrid grid;
  const std::vector<double> depths{0.3, 2.0, 8.0};
  test::Cells cells(grid, depths.size());
  cells.dispersion = DispersionTable(grid, depths);
  for (std::size_t cell = 0; cell < depths.size(); ++cell) {
    cells.depth[cell] = float(depths[cell]);
    cells.set_variance(cell, test::jonswap_variance(grid, 0.02, 0.08, 0.3));
    cells.set_wind(cell, 20.0, 0.3);
  }
  SourceTerms terms(grid, {});
  terms.integrate(Backend::serial, {0, 3}, cells.forcing(), cells.state(), 2 * 3600.0);
  for (std::size_t cell = 0; cell < depths.size(); ++cell) {
    const double depth = depths[cell];
    double m0 = 0.0;
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const double e = cells.variance(cell, bin);
      ASSERT_TRUE(std::isfinite(e) && e >= 0.0) << depth << " m, bin " << bin;
      m0 += e * grid.frequency_width()[std::size_t(bin / 36)] * grid.direction_width();
    }
    EXPECT_LT(4.0 * std::sqrt(m0), 0.8 * depth) << depth;
    EXPECT_GT(4.0 * std::sqrt(m0), 0.05 * depth) << depth;
  }
}

}  // namespace groundswell
