// SPDX-License-Identifier: Apache-2.0
// What the sources report to move between air, waves, ocean and sea bed, against sums over the spectra in
// double precision.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <tuple>
#include <vector>

#include "source_terms/source_fluxes.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

// Energy [m2] and momentum [m s] over water_density * g, with the f^-5 tail, in double precision.
struct Content {
  double energy = 0.0, x = 0.0, y = 0.0;
};

Content content_of(const test::Cells& cells, std::size_t cell) {
  const SpectralGrid& grid = cells.grid;
  Content sum;
  for (int bin = 0; bin < grid.n_bin(); ++bin) {
    const int freq = bin / grid.n_dir(), dir = bin % grid.n_dir();
    const double f = grid.frequency()[std::size_t(freq)], sigma = grid.sigma()[std::size_t(freq)];
    const double e = cells.variance(cell, bin) * grid.direction_width();
    const double width = grid.frequency_width()[std::size_t(freq)];
    const bool is_last = freq + 1 == grid.n_freq();
    sum.energy += e * (width + (is_last ? f / 4.0 : 0.0));
    const double k = cells.dispersion.wavenumber()(cell, std::size_t(freq));
    const double momentum = e * (width * k / sigma + (is_last ? 2.0 * pi * f * f / (3.0 * gravity) : 0.0));
    sum.x += momentum * std::cos(grid.direction()[std::size_t(dir)]);
    sum.y += momentum * std::sin(grid.direction()[std::size_t(dir)]);
  }
  return sum;
}

// Sums over a run, in double precision.
using Sums = std::array<double, n_source_flux>;
double at(const Sums& sums, SourceFlux flux) {
  return sums[std::size_t(flux)];
}

// Young and old seas with swell, in winds that turn in each step.
test::Cells make_seas(std::size_t n, double depth) {
  std::mt19937 random(5);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  test::Cells cells(SpectralGrid(), n, depth);
  cells.first_wind_x = Array<float>(n);
  cells.first_wind_y = Array<float>(n);
  for (std::size_t cell = 0; cell < n; ++cell) {
    const double speed = uniform(3.0, 35.0), towards = uniform(0.0, 6.28);
    auto variance =
        test::jonswap_variance(cells.grid, uniform(0.004, 0.02), uniform(0.1, 0.4), towards + 0.4);
    const auto swell = test::jonswap_variance(cells.grid, 0.0003, 0.07, uniform(0.0, 6.28));
    for (std::size_t bin = 0; bin < variance.size(); ++bin) variance[bin] += swell[bin];
    cells.set_variance(cell, variance);
    cells.set_wind(cell, speed, towards);
    cells.first_wind_x[cell] = 0.9f * cells.wind_x[cell];
    cells.first_wind_y[cell] = 0.9f * cells.wind_y[cell] + 0.3f;
    cells.air_density[cell] = float(uniform(1.1, 1.4));
  }
  return cells;
}

SourceState with_fluxes(test::Cells& cells, RowArray<float>& fluxes) {
  SourceState state = cells.state();
  state.fluxes = fluxes.rows();
  return state;
}

// The fluxes of `n_step` steps of `dt` seconds, cell by cell.
std::vector<Sums> run(SourceTerms& terms, test::Cells& cells, int n_step, double dt) {
  const std::size_t n = cells.action.n_row();
  std::vector<Sums> sums(n, Sums{});
  for (int step = 0; step < n_step; ++step) {
    RowArray<float> fluxes(n, n_source_flux);
    terms.integrate(Backend::serial, {0, std::int64_t(n)}, cells.forcing(), with_fluxes(cells, fluxes), dt);
    for (std::size_t cell = 0; cell < n; ++cell)
      for (std::size_t i = 0; i < n_source_flux; ++i) sums[cell][i] += double(fluxes(cell, i));
  }
  return sums;
}

struct Physics {
  const char* name;
  SourceTermsSettings settings;
  double depth, dt;
};

std::vector<Physics> all_physics() {
  std::vector<Physics> all;
  for (const auto& [name, package] : physics_packages)
    for (const double depth : {1e5, 4.0}) {
      SourceTermsSettings settings;
      settings.package = package;
      all.push_back({"default", settings, depth, 600.0});
      settings.max_drag = 0.0;
      settings.swell_damping = true;
      all.push_back({"without a cap, damped", settings, depth, 600.0});
      settings.limiter = GrowthLimiter::none;
      all.push_back({"without limiter", settings, depth, 20.0});
      settings.limiter = GrowthLimiter::wamdi;
      settings.diagnostic_tail = false;
      all.push_back({"without tail", settings, depth, 300.0});
    }
  return all;
}

// Over 24 h (less without limiter, which wants short steps), to 1e-5 of what the air gave.
TEST(SourceFluxes, KeptIsWhatTheSpectraGained) {
  constexpr std::size_t n = 8;
  for (const Physics& physics : all_physics()) {
    test::Cells cells = make_seas(n, physics.depth);
    std::vector<Content> before;
    for (std::size_t cell = 0; cell < n; ++cell) before.push_back(content_of(cells, cell));
    SourceTerms terms(cells.grid, physics.settings);
    const std::vector<Sums> sums = run(terms, cells, 144, physics.dt);
    for (std::size_t cell = 0; cell < n; ++cell) {
      SCOPED_TRACE(testing::Message() << physics.name << ", depth " << physics.depth << ", cell " << cell);
      const Content after = content_of(cells, cell);
      const double air = at(sums[cell], SourceFlux::air_energy);
      const double stress = std::hypot(at(sums[cell], SourceFlux::air_x), at(sums[cell], SourceFlux::air_y));
      // With st4 the air may take more from a decaying sea than it gives.
      EXPECT_TRUE(air > 0.0 || physics.settings.package == PhysicsPackage::st4) << air;
      EXPECT_NEAR(at(sums[cell], SourceFlux::kept_energy), after.energy - before[cell].energy,
                  1e-5 * std::abs(air) + 3e-6 * std::abs(after.energy - before[cell].energy));
      EXPECT_NEAR(at(sums[cell], SourceFlux::kept_x), after.x - before[cell].x, 1e-5 * stress);
      EXPECT_NEAR(at(sums[cell], SourceFlux::kept_y), after.y - before[cell].y, 1e-5 * stress);
      const double bed = at(sums[cell], SourceFlux::bed_energy);
      EXPECT_EQ(bed > 0.0, physics.depth < 100.0) << bed;
      // What whitecaps and breaking take is positive.
      EXPECT_GT(air - at(sums[cell], SourceFlux::kept_energy) - bed, 0.0);
    }
  }
}

// int E(f_N, theta) max(cos, 0)^3 dtheta [m2 Hz-1] about the unit vector (x, y).
double cubed_sum(const test::Cells& cells, std::size_t cell, double x, double y) {
  const SpectralGrid& grid = cells.grid;
  double sum = 0.0;
  for (int dir = 0; dir < grid.n_dir(); ++dir) {
    const double theta = grid.direction()[std::size_t(dir)];
    const double along = std::max(x * std::cos(theta) + y * std::sin(theta), 0.0);
    sum += cells.variance(cell, (grid.n_freq() - 1) * grid.n_dir() + dir) * std::pow(along, 3);
  }
  return sum * grid.direction_width();
}

// What the air gives to the waves above the last frequency with wam4, over water_density * g [m2 s-1]: int
// gamma E df with E ~ f^-5, by a fine midpoint rule in ln f.
double tail_of_wam4(const test::Cells& cells, std::size_t cell, const SourceBalance& b) {
  const double speed = std::hypot(cells.wind_x[cell], cells.wind_y[cell]);
  const double cubed = cubed_sum(cells, cell, cells.wind_x[cell] / speed, cells.wind_y[cell] / speed);
  const double last = cells.grid.frequency().back(), air = cells.air_density[cell] / water_density;
  double input = 0.0;
  for (double x = 0.0005; x < 6.0; x += 0.001) {
    const double sigma = 2.0 * pi * last * std::exp(x), k = sigma * sigma / gravity;
    const double y = b.friction_velocity * k / sigma + 0.011;
    const double z = std::log(k * b.roughness_length) + von_karman / y;
    if (z >= 0.0) break;
    const double gamma = air * 1.2 / (von_karman * von_karman) * std::exp(z) * std::pow(z, 4) * sigma *
                         std::pow(b.friction_velocity * k / sigma, 2);
    input += gamma * cubed * std::exp(-4.0 * x) * last * 0.001;
  }
  return input;
}

// The same with st4: the waves of each frequency take from the wind that those below leave, in fine steps of
// ln sigma.
double tail_of_st4(const test::Cells& cells, std::size_t cell, const SourceBalance& b) {
  const SpectralGrid& grid = cells.grid;
  const double speed = std::hypot(cells.wind_x[cell], cells.wind_y[cell]);
  const double all = std::pow(b.friction_velocity, 2), air = cells.air_density[cell] / water_density;
  const double first_x = all * cells.wind_x[cell] / speed, first_y = all * cells.wind_y[cell] / speed;
  double x = first_x, y = first_y, cubed = 0.0;  // the stress that is left
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    if (freq + 1 == grid.n_freq()) cubed = cubed_sum(cells, cell, x / std::hypot(x, y), y / std::hypot(x, y));
    for (int dir = 0; dir < grid.n_dir(); ++dir) {
      const auto i = std::size_t(freq * grid.n_dir() + dir);
      const double taken = std::max(b["wind_input"][i] + b["air_damping"][i], 0.0) *
                           grid.sigma()[std::size_t(freq)] * grid.direction_width() *
                           grid.frequency_width()[std::size_t(freq)] / air;
      x -= 0.3 * taken * std::cos(grid.direction()[std::size_t(dir)]);
      y -= 0.3 * taken * std::sin(grid.direction()[std::size_t(dir)]);
    }
  }
  const double last = 2.0 * pi * grid.frequency().back(), z0 = b.roughness_length, ratio = 1.001;
  const double strength = std::pow(last, 4) * grid.frequency().back() * cubed * 1.43 /
                          std::pow(von_karman * gravity, 2) * std::log(ratio);
  double tau = std::hypot(x, y), power = 0.0;
  for (double sigma = std::max(last, 0.05 * gravity / std::sqrt(tau)) * std::sqrt(ratio);
       sigma < std::sqrt(gravity / z0); sigma *= ratio) {
    const double age = von_karman / (std::sqrt(tau) * sigma / gravity + 0.006);
    const double z = std::min(std::log(sigma * sigma * z0 / gravity) + std::min(age, 20.0), 0.0);
    const double taken = strength * std::exp(z) * std::pow(z, 4) * tau;
    power += taken * gravity / sigma;
    tau -= taken;
  }
  return air / gravity * power;
}

// In a short step, what the air gives is the input of the balance and that of the tail.
TEST(SourceFluxes, AirGivesItsInputAndItsStress) {
  constexpr std::size_t n = 8;
  for (const auto& [name, package] : physics_packages) {
    SourceTermsSettings settings;
    settings.package = package;
    settings.swell_damping = true;
    test::Cells cells = make_seas(n, 1e5);
    cells.first_wind_x = Array<float>();
    SourceTerms terms(cells.grid, settings);
    run(terms, cells, 3, 600.0);
    run(terms, cells, 1, 0.5);  // after which the tail begins at its row
    std::vector<double> expected, largest;
    for (std::size_t cell = 0; cell < n; ++cell) {
      const SourceBalance b = terms.balance(std::int64_t(cell), cells.forcing(), cells.state());
      double input = 0.0, gross = 0.0;
      for (const char* term : {"wind_input", "linear_input", "swell_damping", "air_damping"})
        for (int bin = 0; bin < cells.grid.n_bin(); ++bin) {
          const double width = cells.grid.frequency_width()[std::size_t(bin / cells.grid.n_dir())];
          const double gain = b[term][std::size_t(bin)] * width * cells.grid.direction_width();
          input += gain;
          gross += std::abs(gain);
        }
      const double tail = package == PhysicsPackage::wam4  ? tail_of_wam4(cells, cell, b)
                          : package == PhysicsPackage::st4 ? tail_of_st4(cells, cell, b)
                                                           : 0.0;
      expected.push_back(input + tail);
      largest.push_back(gross + tail);
    }
    const std::vector<Sums> sums = run(terms, cells, 1, 0.5);
    for (std::size_t cell = 0; cell < n; ++cell) {
      SCOPED_TRACE(testing::Message() << name << ", cell " << cell);
      EXPECT_NEAR(at(sums[cell], SourceFlux::air_energy) / 0.5, expected[cell], 5e-3 * largest[cell]);
      const double ustar = cells.friction_velocity[cell];
      const double stress = 0.5 * cells.air_density[cell] * ustar * ustar / (water_density * gravity);
      const double speed = std::hypot(cells.wind_x[cell], cells.wind_y[cell]);
      EXPECT_NEAR(at(sums[cell], SourceFlux::air_x), stress * cells.wind_x[cell] / speed, 1e-5 * stress);
      EXPECT_NEAR(at(sums[cell], SourceFlux::air_y), stress * cells.wind_y[cell] / speed, 1e-5 * stress);
    }
  }
}

// What the air gives hardly depends on the length of steps, and its error falls with the square of it: the
// first sea is steep and under a weak wind, for which steps of 600 s are long.
TEST(SourceFluxes, AgreeWithThoseOfShortSteps) {
  constexpr std::size_t n = 8;
  const auto energies = [](double dt) {
    test::Cells cells = make_seas(n, 1e5);
    cells.first_wind_x = Array<float>();
    SourceTerms terms(cells.grid, {});
    run(terms, cells, int(3 * 3600 / dt), dt);
    std::vector<double> given;
    for (const Sums& sums : run(terms, cells, int(3 * 3600 / dt), dt))
      given.push_back(at(sums, SourceFlux::air_energy));
    return given;
  };
  const std::vector<double> coarse = energies(600.0), medium = energies(300.0), fine = energies(60.0);
  for (std::size_t cell = 1; cell < n; ++cell)
    EXPECT_NEAR(coarse[cell], fine[cell], 0.025 * fine[cell]) << cell;
  EXPECT_NEAR((coarse[0] - fine[0]) / (medium[0] - fine[0]), 4.0, 0.5);
  EXPECT_NEAR(medium[0], fine[0], 0.12 * fine[0]);
}

TEST(SourceFluxes, ChangeNoBitOfTheSea) {
  constexpr std::size_t n = 21;
  for (const auto& physics : all_physics()) {
    test::Cells with = make_seas(n, physics.depth), without = make_seas(n, physics.depth);
    SourceTerms terms(with.grid, physics.settings);
    RowArray<float> fluxes(n, n_source_flux);
    terms.integrate(Backend::serial, {0, n}, with.forcing(), with_fluxes(with, fluxes), physics.dt);
    terms.integrate(Backend::serial, {0, n}, without.forcing(), without.state(), physics.dt);
    for (std::size_t cell = 0; cell < n; ++cell) {
      EXPECT_EQ(with.wave_stress[cell], without.wave_stress[cell]);
      for (std::size_t bin = 0; bin < std::size_t(with.grid.n_bin()); ++bin)
        ASSERT_EQ(with.action(cell, bin), without.action(cell, bin));
    }
  }
}

// A cell's fluxes do not depend on the other cells of its pack; blocked cells have none.
TEST(SourceFluxes, HaveTheSameBitsInAnyRange) {
  constexpr std::size_t n = 21;
  for (const auto& physics : all_physics()) {
    test::Cells cells = make_seas(n, physics.depth), others = make_seas(n, physics.depth);
    cells.blocked[3] = others.blocked[3] = 1;
    RowArray<float> whole(n, n_source_flux), parts(n, n_source_flux);
    SourceTerms terms(cells.grid, physics.settings), of_parts(cells.grid, physics.settings);
    terms.integrate(Backend::openmp, {0, n}, cells.forcing(), with_fluxes(cells, whole), physics.dt);
    for (const Range range : {Range{0, 5}, Range{5, 6}, Range{6, 21}})
      of_parts.integrate(Backend::serial, range, others.forcing(), with_fluxes(others, parts), physics.dt);
    for (std::size_t cell = 0; cell < n; ++cell)
      for (std::size_t i = 0; i < n_source_flux; ++i) {
        EXPECT_EQ(whole(cell, i), parts(cell, i)) << cell << " " << i;
        EXPECT_TRUE(cell != 3 || whole(cell, i) == 0.0f);
      }
  }
}

// A pass of transport that moved all frequencies: what it takes is the change of the spectra, and only
// friction gives to the bed.
TEST(SourceFluxes, LossesOfAPassAreTheChangeOfTheSpectra) {
  constexpr std::size_t n = 11;
  for (const auto& [friction, breaking, form] : {std::tuple{true, true, BottomFriction::jonswap},
                                                 {true, false, BottomFriction::jonswap},
                                                 {false, true, BottomFriction::jonswap},
                                                 {true, false, BottomFriction::sea_state},
                                                 {true, false, BottomFriction::madsen}}) {
    SourceTermsSettings settings;
    settings.friction = form;
    settings.bottom_friction = friction;
    settings.depth_breaking = breaking;
    test::Cells cells = make_seas(n, 3.0), before = make_seas(n, 3.0);
    std::vector<Content> start;
    for (std::size_t cell = 0; cell < n; ++cell) {
      for (std::size_t bin = 0; bin < std::size_t(cells.grid.n_bin()); ++bin)
        before.action(cell, bin) *= bin % 3 == 0 ? 1.5f : 0.7f;
      start.push_back(content_of(cells, cell));
    }
    RowArray<float> fluxes(n, n_source_flux);
    const std::vector<int> n_sub_step(std::size_t(cells.grid.n_freq()), 1);
    TransportPass pass{before.action.rows(),
                       before.action.rows(),
                       cells.action.rows(),
                       cells.grid.n_freq(),
                       0,
                       300.0,
                       n_sub_step,
                       {},
                       {},
                       {},
                       fluxes.rows()};
    for (std::size_t cell = 0; cell < n; ++cell) cells.friction_velocity[cell] = 0.5f;
    pass.friction_velocity = cells.friction_velocity.view();
    SourceTerms terms(cells.grid, settings);
    terms.integrate_depth_losses(Backend::serial, {0, n}, cells.forcing(), pass);
    for (std::size_t cell = 0; cell < n; ++cell) {
      const Content after = content_of(cells, cell);
      const auto flux = [&](SourceFlux which) { return double(fluxes(cell, std::size_t(which))); };
      const double lost = start[cell].energy - after.energy;
      EXPECT_GT(lost, 0.0);
      EXPECT_NEAR(-flux(SourceFlux::kept_energy), lost, 1e-5 * start[cell].energy);
      EXPECT_NEAR(-flux(SourceFlux::kept_x), start[cell].x - after.x,
                  1e-5 * std::hypot(start[cell].x, start[cell].y));
      EXPECT_NEAR(-flux(SourceFlux::kept_y), start[cell].y - after.y,
                  1e-5 * std::hypot(start[cell].x, start[cell].y));
      const double share = flux(SourceFlux::bed_energy) / -flux(SourceFlux::kept_energy);
      EXPECT_NEAR(share,
                  friction && breaking ? 0.5
                  : friction           ? 1.0
                                       : 0.0,
                  friction && breaking ? 0.499 : 1e-5);
      EXPECT_EQ(flux(SourceFlux::air_energy), 0.0);
    }
  }
}

}  // namespace
}  // namespace groundswell
