// SPDX-License-Identifier: Apache-2.0
// The coefficient of bottom friction in its three forms, against slow references, and that all users of it
// agree: the balance, the source step, the passes of transport, and their fluxes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

SourceTermsSettings settings_of(BottomFriction friction) {
  SourceTermsSettings settings;
  settings.friction = friction;
  return settings;
}

// f_w of 1 / (4 sqrt f) + log10(1 / (4 sqrt f)) = -0.08 + log10(a / K_N), by bisection.
double bisected_factor(double relative_amplitude) {
  if (relative_amplitude < 1.57) return 0.3;
  double low = 1e-6, high = 0.5;  // the left side falls with f
  for (int step = 0; step < 200; ++step) {
    const double f = std::sqrt(low * high), y = 1.0 / (4.0 * std::sqrt(f));
    (y + std::log10(y) > -0.08 + std::log10(relative_amplitude) ? low : high) = f;
  }
  return low;
}

// A sum over all bins of E, by the angle from the wind, the wavenumber and sigma; above the last frequency E
// falls as f^-5, but counts as if it were there.
using Weight = std::function<double(double cosine, double k, double sigma)>;
double integral_of(const SpectralGrid& grid, const std::vector<double>& variance, double depth,
                   double wind_towards, const Weight& weight) {
  double sum = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    const double f = grid.frequency()[std::size_t(freq)], sigma = grid.sigma()[std::size_t(freq)];
    const double width =
        grid.frequency_width()[std::size_t(freq)] + (freq + 1 == grid.n_freq() ? f / 4.0 : 0.0);
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      sum += variance[std::size_t(freq * grid.n_dir() + dir)] * width * grid.direction_width() *
             weight(std::cos(grid.direction()[std::size_t(dir)] - wind_towards),
                    compute_wavenumber(sigma, depth), sigma);
  }
  return sum;
}

// The wind blows towards `towards` [rad] with u* [m s-1].
double reference_coefficient(BottomFriction friction, const SpectralGrid& grid,
                             const std::vector<double>& variance, double depth, double ustar,
                             double towards) {
  if (friction == BottomFriction::jonswap) return 0.038;
  const auto sum = [&](const Weight& weight) { return integral_of(grid, variance, depth, towards, weight); };
  const double speed = sum(
      [&](double, double k, double sigma) { return std::pow(sigma / std::sinh(k * depth), 2); });  // U_rms^2
  if (friction == BottomFriction::sea_state) {
    const double share = sum([&](double cosine, double k, double sigma) {
                           const double age = 28.0 * ustar * k / sigma * cosine;
                           const double in = age < 0.75 ? 0.0 : age > 1.25 ? 1.0 : (age - 0.75) / 0.5;
                           return in * std::pow(sigma / std::sinh(k * depth), 2);
                         }) /
                         speed;
    return 0.038 + share * (0.067 - 0.038);
  }
  const double amplitude =
      std::sqrt(2.0 * sum([&](double, double k, double) { return std::pow(std::sinh(k * depth), -2); }));
  return bisected_factor(amplitude / 0.05) * gravity / std::sqrt(2.0) * std::sqrt(speed);
}

double rate_of(double coefficient, double k, double depth) {
  return 2.0 * coefficient / gravity * k / std::sinh(2.0 * k * depth);
}

// A wind sea towards 0.3 rad and swell across it.
std::vector<double> mixed_sea(const SpectralGrid& grid, double wind_sea = 0.006, double swell = 0.0006) {
  auto variance = test::jonswap_variance(grid, wind_sea, 0.19, 0.3);
  const auto other = test::jonswap_variance(grid, swell, 0.09, 2.0);
  for (std::size_t bin = 0; bin < variance.size(); ++bin) variance[bin] += other[bin];
  return variance;
}

constexpr double wind_towards = 0.4, wind_speed = 14.0;

TEST(BottomFriction, FactorSolvesJonssonsEquation) {
  EXPECT_NEAR(bisected_factor(1.57), 0.3, 0.004);  // so that the factor has no step
  for (double ratio = 1e-3; ratio < 1e7; ratio *= 1.07) {
    const double exact = bisected_factor(ratio);
    EXPECT_NEAR(jonsson_friction_factor(ratio) / exact, 1.0, 1e-9) << ratio;
    EXPECT_NEAR(jonsson_friction_factor(float(ratio)) / exact, 1.0, 5e-6) << ratio;
    EXPECT_EQ(jonsson_friction_factor(Pack(float(ratio)))[5], jonsson_friction_factor(float(ratio))) << ratio;
  }
  EXPECT_EQ(jonsson_friction_factor(0.0), 0.3);
}

TEST(BottomFriction, WindSeaGoesFromNoneToAllAroundTheCriterion) {
  EXPECT_EQ(wind_sea_weight(0.75), 0.0);
  EXPECT_EQ(wind_sea_weight(1.0), 0.5);
  EXPECT_EQ(wind_sea_weight(1.25f), 1.0f);
  EXPECT_EQ(wind_sea_weight(Pack(-1))[3], 0.0f);
  EXPECT_EQ(wind_sea_weight(Pack(9))[3], 1.0f);
}

TEST(BottomFriction, BalanceHasTheCoefficientOfTheSea) {
  const SpectralGrid grid;
  const auto sea = mixed_sea(grid);
  for (const auto& [word, friction] : bottom_frictions)
    for (const double depth : {1.5, 6.0, 25.0}) {
      test::Cells cells(grid, 1, depth);
      cells.set_variance(0, sea);
      cells.set_wind(0, wind_speed, wind_towards);
      const auto balance =
          SourceTerms(grid, settings_of(friction)).balance(0, cells.forcing(), cells.state());
      const double coefficient =
          reference_coefficient(friction, grid, sea, depth, balance.friction_velocity, wind_towards);
      if (friction == BottomFriction::sea_state) {
        EXPECT_GT(coefficient, 0.039);
        EXPECT_LT(coefficient, 0.066);
      }
      for (int freq = 0; freq < 20; ++freq) {
        const int bin = freq * grid.n_dir() + 3;
        const double k = compute_wavenumber(grid.sigma()[std::size_t(freq)], depth);
        const double exact = -rate_of(coefficient, k, depth) * cells.variance(0, bin);
        EXPECT_NEAR(balance["bottom_friction"][std::size_t(bin)], exact, 1e-5 * std::abs(exact))
            << word << ", " << depth << " m, " << freq;
      }
    }
}

// The coefficient that a still sea feels in a pass of an hour, from the decay of a low frequency.
double felt_coefficient(test::Cells& cells, const SourceTermsSettings& settings, double depth) {
  const std::vector<int> n_sub_step(std::size_t(cells.grid.n_freq()), 1);
  const double dt = 300.0, before = cells.variance(0, 10 * cells.grid.n_dir() + 4);
  const Rows<const float> still = std::as_const(cells.action).rows();
  TransportPass pass{still, still, cells.action.rows(), cells.grid.n_freq(), 0, dt, n_sub_step};
  pass.friction_velocity = cells.friction_velocity.view();
  SourceTerms(cells.grid, settings).integrate_depth_losses(Backend::serial, {0, 1}, cells.forcing(), pass);
  const double rate = -std::log(cells.variance(0, 10 * cells.grid.n_dir() + 4) / before) / dt;
  return rate / rate_of(1.0, compute_wavenumber(cells.grid.sigma()[10], depth), depth);
}

TEST(BottomFriction, PassesHaveTheCoefficientOfTheSea) {
  for (const int n_dir : {36, 27}) {  // packs of directions that do and do not overlap
    const SpectralGrid grid({.n_dir = n_dir});
    const auto sea = mixed_sea(grid);
    const double depth = 5.0, ustar = 0.55;
    for (const auto& [word, friction] : bottom_frictions) {
      SourceTermsSettings settings = settings_of(friction);
      settings.depth_breaking = false;
      test::Cells cells(grid, 1, depth);
      cells.set_variance(0, sea);
      cells.set_wind(0, wind_speed, wind_towards);
      cells.friction_velocity[0] = float(ustar);
      const double exact = reference_coefficient(friction, grid, sea, depth, ustar, wind_towards);
      EXPECT_NEAR(felt_coefficient(cells, settings, depth) / exact, 1.0, 1e-3) << word << " " << n_dir;
      // A pass has the wind of the moment at which u* was found.
      cells.first_wind_x = Array<float>(1), cells.first_wind_y = Array<float>(1);
      cells.first_wind_x[0] = cells.wind_x[0], cells.first_wind_y[0] = cells.wind_y[0];
      cells.set_variance(0, sea);
      cells.set_wind(0, wind_speed, wind_towards + 3.0);
      EXPECT_NEAR(felt_coefficient(cells, settings, depth) / exact, 1.0, 1e-3) << word << " " << n_dir;
    }
  }
}

TEST(BottomFriction, PureWindSeaAndPureSwellHaveTheirOwnCoefficients) {
  const SpectralGrid grid;
  const double depth = 5.0;
  for (const bool swell : {false, true}) {
    test::Cells by_sea(grid, 1, depth), plain(grid, 1, depth);
    SourceTermsSettings settings = settings_of(BottomFriction::sea_state), constant;
    settings.depth_breaking = constant.depth_breaking = false;
    settings.friction_coefficient_wind_sea = 0.071;
    constant.friction_coefficient = swell ? 0.038 : 0.071;
    // All waves within a few degrees of the wind, or against it.
    std::vector<double> sea(std::size_t(grid.n_bin()), 0.0);
    for (int freq = 12; freq < grid.n_freq(); ++freq) sea[std::size_t(freq * grid.n_dir() + 4)] = 0.1;
    for (test::Cells* cells : {&by_sea, &plain}) {
      cells->set_variance(0, sea);
      cells->set_wind(0, wind_speed, grid.direction()[4] + (swell ? pi : 0.05));
      cells->friction_velocity[0] = 0.6f;
    }
    felt_coefficient(by_sea, settings, depth);
    felt_coefficient(plain, constant, depth);
    EXPECT_EQ(std::memcmp(by_sea.action.row(0), plain.action.row(0), std::size_t(grid.n_bin()) * 4), 0);
    // So does the source step.
    SourceTerms(grid, settings).integrate(Backend::serial, {0, 1}, by_sea.forcing(), by_sea.state(), 60.0);
    SourceTerms(grid, constant).integrate(Backend::serial, {0, 1}, plain.forcing(), plain.state(), 60.0);
    EXPECT_EQ(by_sea.friction_velocity[0], plain.friction_velocity[0]);
    for (int bin = 0; bin < grid.n_bin(); ++bin)
      ASSERT_NEAR(by_sea.variance(0, bin), plain.variance(0, bin), 1e-5 * plain.variance(0, bin)) << bin;
  }
}

// Transport brings in each pass what friction takes in it, so nothing changes, however long the pass is.
TEST(BottomFriction, KeepsASteadySea) {
  const SpectralGrid grid;
  const auto sea = mixed_sea(grid);
  const double depth = 5.0, ustar = 0.55;
  for (const auto& [word, friction] : bottom_frictions)
    for (const double dt : {10.0, 100.0, 1000.0}) {
      SourceTermsSettings settings = settings_of(friction);
      settings.depth_breaking = false;
      test::Cells before(grid, 1, depth), cells(grid, 1, depth);
      before.set_variance(0, sea);
      const double coefficient = reference_coefficient(friction, grid, sea, depth, ustar, wind_towards);
      auto after = sea;
      for (std::size_t bin = 0; bin < sea.size(); ++bin) {
        const double k = compute_wavenumber(grid.sigma()[bin / std::size_t(grid.n_dir())], depth);
        after[bin] *= 1.0 + dt * rate_of(coefficient, k, depth);
      }
      cells.set_variance(0, after);
      cells.set_wind(0, wind_speed, wind_towards);
      cells.friction_velocity[0] = float(ustar);
      const std::vector<int> n_sub_step(std::size_t(grid.n_freq()), 1);
      const Rows<const float> was = std::as_const(before.action).rows();
      TransportPass pass{was, was, cells.action.rows(), grid.n_freq(), 0, dt, n_sub_step};
      pass.friction_velocity = cells.friction_velocity.view();
      SourceTerms(grid, settings).integrate_depth_losses(Backend::serial, {0, 1}, cells.forcing(), pass);
      for (std::size_t bin = 0; bin < sea.size(); bin += 7)
        ASSERT_NEAR(cells.variance(0, int(bin)), sea[bin], 1e-4 * sea[bin] + 1e-12) << word << " " << dt;
    }
}

// A step of the sources in which only friction acts.
TEST(BottomFriction, SourceStepAndItsFluxesHaveTheCoefficientOfTheSea) {
  const SpectralGrid grid;
  const auto sea = mixed_sea(grid);
  const double depth = 5.0, dt = 100.0;
  for (const auto& [word, friction] : bottom_frictions) {
    SourceTermsSettings settings = settings_of(friction);
    settings.wind_input = settings.linear_input = settings.whitecapping = false;
    settings.nonlinear_transfer = settings.depth_breaking = settings.diagnostic_tail = false;
    test::Cells cells(grid, 1, depth);
    cells.set_variance(0, sea);
    cells.set_wind(0, wind_speed, wind_towards);
    RowArray<float> fluxes(1, n_source_flux);
    SourceState state = cells.state();
    state.fluxes = fluxes.rows();
    SourceTerms(grid, settings).integrate(Backend::serial, {0, 1}, cells.forcing(), state, dt);
    const double coefficient =
        reference_coefficient(friction, grid, sea, depth, cells.friction_velocity[0], wind_towards);
    const int bin = 10 * grid.n_dir() + 4;
    const double k = compute_wavenumber(grid.sigma()[10], depth);
    const double rate = -std::log(cells.variance(0, bin) / sea[std::size_t(bin)]) / dt;
    EXPECT_NEAR(rate / rate_of(coefficient, k, depth), 1.0, 1e-3) << word;
    const double lost = integral_of(grid, sea, depth, 0.0, [&](double, double wavenumber, double) {
      return 1.0 - std::exp(-dt * rate_of(coefficient, wavenumber, depth));
    });
    EXPECT_NEAR(fluxes(0, std::size_t(SourceFlux::bed_energy)) / lost, 1.0, 1e-3) << word;
  }
}

// A cell's bits depend neither on its place nor on the other cells of its pack.
TEST(BottomFriction, BitsDependOnTheCellAlone) {
  const SpectralGrid grid;
  constexpr std::size_t n = 13;
  for (const auto& [word, friction] : bottom_frictions) {
    SourceTerms terms(grid, settings_of(friction));
    const auto fill = [&](test::Cells& cells, std::size_t at, std::size_t which) {
      cells.set_variance(at, mixed_sea(grid, 0.0006 * double(which), 0.0002 * double(which % 4)));
      cells.set_wind(at, 1.5 * double(which), 0.5 * double(which));
      cells.friction_velocity[at] = 0.05f * float(which);
    };
    const auto advance = [&](test::Cells& cells, std::int64_t count) {
      const std::vector<int> n_sub_step(std::size_t(grid.n_freq()), 1);
      const Rows<const float> still = std::as_const(cells.action).rows();
      TransportPass pass{still, still, cells.action.rows(), grid.n_freq(), 0, 300.0, n_sub_step};
      pass.friction_velocity = cells.friction_velocity.view();
      terms.integrate_depth_losses(Backend::serial, {0, count}, cells.forcing(), pass);
      terms.integrate(Backend::serial, {0, count}, cells.forcing(), cells.state(), 300.0);
    };
    test::Cells all(grid, n, 4.0);
    for (std::size_t cell = 0; cell < n; ++cell) fill(all, cell, cell);
    advance(all, n);
    for (std::size_t cell = 0; cell < n; ++cell) {
      test::Cells one(grid, 1, 4.0);
      fill(one, 0, cell);
      advance(one, 1);
      EXPECT_EQ(
          std::memcmp(one.action.row(0), all.action.row(cell), std::size_t(grid.n_bin()) * sizeof(float)), 0)
          << word << " " << cell;
      for (int bin = 0; bin < grid.n_bin(); ++bin)
        ASSERT_TRUE(std::isfinite(all.variance(cell, bin))) << word << " " << cell;
    }
  }
}

// The depth from which on friction is left out, here without breaking: there it takes less than 1 % per day
// of any sea below 40 m, even if all its waves have the lowest frequency.
TEST(BottomFriction, IsLeftOutOnlyWhereItIsNegligible) {
  const SpectralGrid grid;
  double last = 0.0;
  for (const auto friction : {BottomFriction::jonswap, BottomFriction::sea_state, BottomFriction::madsen}) {
    SourceTermsSettings settings = settings_of(friction);
    settings.depth_breaking = false;
    const double deepest = SourceTableSet<double>(grid, settings).tables().constants.deepest_loss;
    std::vector<double> sea(std::size_t(grid.n_bin()), 0.0);
    sea[0] = 100.0 / (grid.frequency_width()[0] * grid.direction_width());  // 40 m
    const auto rate = [&](double depth) {
      // Under a wind that makes it wind sea.
      const double coefficient = reference_coefficient(friction, grid, sea, depth, 1e3, grid.direction()[0]);
      return rate_of(coefficient, compute_wavenumber(grid.sigma()[0], depth), depth);
    };
    EXPECT_LT(rate(deepest + 1.01), 1e-7);
    EXPECT_GT(rate(deepest - 1.01), 1e-7);
    EXPECT_TRUE(friction != BottomFriction::sea_state || deepest > last + 10.0);
    last = deepest;
  }
}

}  // namespace
}  // namespace groundswell
