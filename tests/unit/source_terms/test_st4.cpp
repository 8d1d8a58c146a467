// SPDX-License-Identifier: Apache-2.0
// The kernels of the package st4 against the slow reference, term by term: on other grids, in shallow water,
// with each set of coefficients and with odd ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

#include "unit/source_terms/slow_st4.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell::test {
namespace {

struct Setting {
  std::string name;
  SpectralGrid grid = SpectralGrid();
  double depth = std::numeric_limits<double>::infinity(), wind = 12.0, direction = 0.3;
  St4Set set = St4Set::t471;
  std::function<void(St4Settings&, SlowSt4Set&)> change = {};
};

SlowSt4Set slow_set(St4Set set) {
  return set == St4Set::t471 ? slow_t471() : set == St4Set::t471f ? slow_t471f() : slow_t405();
}

SpectralGrid coarse_grid() {
  return SpectralGrid({26, 22, 0.035, 1.15});
}

// A steep wind sea along the wind, swell across it, and noise in all bins.
std::vector<double> make_sea(const SpectralGrid& grid, double direction) {
  std::vector<double> sea = jonswap_variance(grid, 0.018, 0.16, direction + 0.2);
  const std::vector<double> swell = jonswap_variance(grid, 0.004, 0.07, direction + 1.7);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> share(0.6, 1.4);
  for (std::size_t bin = 0; bin < sea.size(); ++bin) {
    const double f = grid.frequency()[bin / std::size_t(grid.n_dir())];
    sea[bin] = share(random) * (sea[bin] + swell[bin] + 1e-6 * std::pow(f, -4));
  }
  return sea;
}

// A kernel and the slow reference on the same sea.
class Pair {
 public:
  explicit Pair(const Setting& s)
      : slow(s.grid.n_freq(), s.grid.n_dir(), s.grid.frequency()[0], s.grid.ratio()), set(slow_set(s.set)) {
    SourceTermsSettings settings;
    settings.package = PhysicsPackage::st4;
    settings.st4.set = s.set;
    if (s.change) s.change(settings.st4, set);
    slow.e = make_sea(s.grid, s.direction);
    if (std::isfinite(s.depth)) slow.set_depth(s.depth);
    cell = std::make_unique<OneCell<double>>(s.grid, settings, s.depth);
    cell->set_variance(slow.e);
    cell->set_wind(s.wind, s.direction);
    step = std::make_unique<SourceStep<double, St4Input<double>>>(cell->view(), cell->scratch, cell->forcing);
    step->start(HostLane{});
    step->update_stress(HostLane{}, stress);
    step->update_means(HostLane{}, stress.friction_velocity);
    first = slow_input(slow, {s.wind, s.direction}, 0.0, set);
    second = slow_input(slow, {s.wind, s.direction}, first.wave_stress, set);
    breaking = slow_breaking(slow, set);
  }
  // Largest difference of a term from rate E, relative to the largest |rate E|.
  double difference(bool SourceTermFlags::*term, const std::vector<double>& rate) {
    const auto alone = pick_terms({}, [&](const SourceTermInfo& info) { return info.on == term; });
    double worst = 0.0, largest = 0.0;
    step->for_sources(HostLane{}, stress, alone, [&](int freq, int dir, double value, double) {
      const double expected = rate[std::size_t(freq * slow.n_dir + dir)] * slow.at(freq, dir);
      worst = std::max(worst, std::abs(value - expected));
      largest = std::max(largest, std::abs(expected));
    });
    return largest > 0.0 ? worst / largest : worst;
  }

  SlowSea slow;
  SlowSt4Set set;
  std::unique_ptr<OneCell<double>> cell;
  CellStress<double> stress{};
  std::unique_ptr<SourceStep<double, St4Input<double>>> step;
  SlowInput first, second;
  SlowBreaking breaking;
};

std::vector<Setting> settings() {
  const auto odd = [](St4Settings& s, SlowSt4Set& slow) {
    s[St4::beta_max] = slow.beta_max = 1.7;
    s[St4::growth_cosine_power] = slow.p = 3.0;
    s[St4::sheltering] = slow.s_u = 1.0;
    s[St4::damping_wind] = slow.s3 = -0.02;  // growing waves are not damped
    s[St4::damping_height_power] = slow.s6 = 0.5;
    s[St4::damping_reynolds] = slow.s4 = 3e5;
    s[St4::breaking_sector] = slow.sector = 45.0;
    s[St4::breaking_cosine_power] = slow.sector_power = 1.0;
    s[St4::breaking_isotropic] = slow.delta = 0.8;
    s[St4::air_viscosity] = slow.nu = 2e-5;
  };
  const auto no_threshold = [](St4Settings& s, SlowSt4Set& slow) {
    s[St4::damping_reynolds] = slow.s4 = 0.0;
    s[St4::max_roughness] = slow.z0_max = 3e-4;
  };
  const auto wind_dependent = [](St4Settings& s, SlowSt4Set& slow) {
    s[St4::beta_max] = 1.2;
    s[St4::beta_max_slope] = 0.02;
    s[St4::beta_max_wind] = 8.0;
    slow.beta_max = 1.2 + 0.02 * 8.0;
  };
  return {{"Deep"},
          {"WindDependent", SpectralGrid(), 1e4, 15.0, 1.0, St4Set::t471, wind_dependent},
          {"Shallow", SpectralGrid(), 7.0},
          {"Coarse", coarse_grid(), 30.0, 17.0, 2.5},
          {"Light", SpectralGrid(), 1e4, 3.0, -2.0},
          {"Breath", SpectralGrid(), 1e4, 1.0, 0.7},  // waves grow only above the last frequency
          {"Storm", SpectralGrid(), 1e4, 32.0, 4.0},
          {"T471f", SpectralGrid(), 1e4, 20.0, 1.0, St4Set::t471f},
          {"T405", SpectralGrid(), 1e4, 20.0, 1.0, St4Set::t405},
          {"Odd", coarse_grid(), 15.0, 14.0, 5.0, St4Set::t471, odd},
          {"NoThreshold", SpectralGrid(), 1e4, 25.0, 0.0, St4Set::t471, no_threshold}};
}

}  // namespace

class St4Kernel : public testing::TestWithParam<Setting> {};

TEST_P(St4Kernel, HasTheStressOfTheSlowReference) {
  Pair pair(GetParam());
  EXPECT_NEAR(pair.stress.friction_velocity / pair.second.ustar, 1.0, 2e-4);
  EXPECT_NEAR(pair.stress.wave_stress / pair.first.wave_stress, 1.0, 2e-3);
  pair.step->use_input(HostLane{}, pair.second.ustar, pair.second.z0);
  const double next =
      pair.step->compute_wave_stress(HostLane{}, {pair.second.ustar, pair.second.z0, pair.first.wave_stress});
  EXPECT_NEAR(next / pair.second.wave_stress, 1.0, 2e-3);
}

TEST_P(St4Kernel, HasTheTermsOfTheSlowReferenceBinByBin) {
  Pair pair(GetParam());
  pair.step->use_input(HostLane{}, pair.second.ustar, pair.second.z0);
  EXPECT_LT(pair.difference(&SourceTermFlags::wind_input, pair.second.gamma), 2e-8);
  EXPECT_LT(pair.difference(&SourceTermFlags::air_damping, pair.second.damping), 2e-5);
  EXPECT_LT(pair.difference(&SourceTermFlags::whitecapping, pair.breaking.breaking), 1e-9);
  EXPECT_LT(pair.difference(&SourceTermFlags::cumulative_breaking, pair.breaking.cumulative), 1e-4);
}

TEST(St4, GrowthThatWouldFallBelowZeroIsNone) {
  const auto falling = [](St4Settings& s, SlowSt4Set& slow) {
    s[St4::beta_max_slope] = -0.1;
    slow.beta_max = 0.0;
  };
  Pair pair({"Falling", SpectralGrid(), 1e4, 20.0, 1.0, St4Set::t471, falling});
  EXPECT_EQ(pair.stress.wave_stress, 0.0);
  EXPECT_EQ(pair.difference(&SourceTermFlags::wind_input, pair.second.gamma), 0.0);
}

INSTANTIATE_TEST_SUITE_P(, St4Kernel, testing::ValuesIn(settings()),
                         [](const auto& info) { return info.param.name; });

}  // namespace groundswell::test
