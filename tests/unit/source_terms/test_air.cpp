// SPDX-License-Identifier: Apache-2.0
// The drag limit and the air density.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

// The balance of a young sea whose waves carry much of the stress.
SourceBalance young_sea(const SourceTermsSettings& settings, double wind, double density) {
  const SpectralGrid grid;
  test::Cells cells(grid, 1);
  cells.set_variance(0, test::jonswap_variance(grid, 0.02, 0.3, 0.3));
  cells.set_wind(0, wind, 0.3);
  cells.wave_stress[0] = float(0.9 * std::min(2.236, std::pow(0.06 * wind, 2)));
  cells.air_density[0] = float(density);
  return SourceTerms(grid, settings).balance(0, cells.forcing(), cells.state());
}

}  // namespace

TEST(MaxDrag, BoundsTheFrictionVelocityAtEveryWind) {
  for (const auto& [name, package] : physics_packages)
    for (double max_drag : {1.5e-3, 2.5e-3})
      for (double wind : {0.0, 0.01, 1.0, 5.0, 10.0, 20.0, 40.0, 70.0}) {
        SourceTermsSettings settings;
        settings.package = package;
        settings.max_drag = max_drag;
        const auto bounded = young_sea(settings, wind, 1.225);
        settings.max_drag = 0.0;
        const auto free = young_sea(settings, wind, 1.225);
        const double most = std::max(std::sqrt(max_drag) * wind, min_friction_velocity);
        EXPECT_LE(bounded.friction_velocity, most * (1.0 + 1e-6)) << name << " " << wind;
        if (package == PhysicsPackage::wam3 || free.friction_velocity > 1.2 * most) {
          EXPECT_NEAR(bounded.friction_velocity, std::min(free.friction_velocity, most), 1e-6 * most)
              << name << " " << wind;
        }
        EXPECT_LE(bounded.wave_stress, 1.000001 * max_wave_share * std::pow(bounded.friction_velocity, 2));
      }
}

// u*, z0 and the wind at 10 m are consistent, whether or not the drag is bounded.
TEST(MaxDrag, KeepsTheLogarithmicProfile) {
  int bound = 0;
  for (double wind : {5.0, 10.0, 15.0, 20.0, 30.0, 60.0}) {
    const auto sea = young_sea({}, wind, 1.225);
    const double profile = sea.friction_velocity / von_karman * std::log(10.0 / sea.roughness_length);
    EXPECT_NEAR(profile / wind, 1.0, 1e-6) << wind;
    bound += sea.friction_velocity > 0.9999 * std::sqrt(SourceTermsSettings{}.used_max_drag()) * wind;
  }
  EXPECT_GT(bound, 2);
  EXPECT_LT(bound, 6);
  const Pack z0 = bounded_roughness(Pack(1e-3f), Pack(0.5f), Pack(10), Pack(0.05f));
  EXPECT_NEAR(z0[2], 10.0 * std::exp(-0.4 * 10.0 / 0.5), 1e-8);
}

// Wind input is proportional to the air density; the stress divided by the density does not depend on it.
TEST(AirDensity, ScalesWhatWindGives) {
  for (const auto& [name, package] : physics_packages) {
    SCOPED_TRACE(name);
    SourceTermsSettings settings;
    settings.package = package;
    settings.swell_damping = true;
    const auto usual = young_sea(settings, 12.0, 1.225), cold = young_sea(settings, 12.0, 1.225 * 1.25);
    EXPECT_NEAR(cold.friction_velocity, usual.friction_velocity, 1e-9);
    EXPECT_NEAR(cold.wave_stress, usual.wave_stress, 1e-7);
    double largest = 0.0;
    for (std::size_t bin = 0; bin < usual["wind_input"].size(); ++bin) {
      EXPECT_NEAR(cold["wind_input"][bin], 1.25 * usual["wind_input"][bin], 1e-6 * usual["wind_input"][bin]);
      EXPECT_NEAR(cold["swell_damping"][bin], 1.25 * usual["swell_damping"][bin],
                  -1e-6 * usual["swell_damping"][bin] + 1e-30);
      // Not bit for bit: the stress divided by the density is rounded differently for each density.
      EXPECT_NEAR(cold["linear_input"][bin], usual["linear_input"][bin], 1e-8 * usual["linear_input"][bin]);
      EXPECT_NEAR(cold["whitecapping"][bin], usual["whitecapping"][bin], -1e-8 * usual["whitecapping"][bin]);
      largest = std::max(largest, usual["wind_input"][bin]);
    }
    EXPECT_GT(largest, 0.0);
  }
}

// Each cell of a pack has its own density: the change of its spectrum by wind input alone agrees with the
// balance computed with that density.
TEST(AirDensity, IsThatOfEachCell) {
  const SpectralGrid grid;
  SourceTermsSettings input;
  input.linear_input = input.whitecapping = input.nonlinear_transfer = false;
  input.bottom_friction = input.depth_breaking = input.diagnostic_tail = false;
  input.limiter = GrowthLimiter::none;
  SourceTerms terms(grid, input);
  test::Cells cells(grid, 5), before(grid, 5);
  for (test::Cells* all : {&cells, &before})
    for (std::size_t cell = 0; cell < 5; ++cell) {
      all->set_variance(cell, test::jonswap_variance(grid, 0.01, 0.2, 0.3));
      all->set_wind(cell, 12.0, 0.3);
      all->air_density[cell] = float(1.0 + 0.1 * double(cell));
    }
  const double dt = 1.0;
  terms.integrate(Backend::serial, {0, 5}, cells.forcing(), cells.state(), dt);
  const int bin = 18 * 36 + 1;  // 0.23 Hz along the wind
  for (std::size_t cell = 0; cell < 5; ++cell) {
    const auto balance = terms.balance(std::int64_t(cell), before.forcing(), before.state());
    const double growth = cells.variance(cell, bin) / before.variance(cell, bin) - 1.0;
    const double expected = dt * balance["wind_input"][std::size_t(bin)] / before.variance(cell, bin);
    EXPECT_GT(expected, 1e-4);
    EXPECT_NEAR(growth / expected, 1.0, 2e-3) << cell;
  }
}

TEST(MaxDrag, IsRefusedOutOfRange) {
  SourceTermsSettings settings;
  for (double value : {-1e-3, 1e-4, 0.5}) {
    settings.max_drag = value;
    EXPECT_THROW(SourceTerms(SpectralGrid(), settings), Error);
  }
}

}  // namespace groundswell
