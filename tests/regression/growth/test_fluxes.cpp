// SPDX-License-Identifier: Apache-2.0
// What growing, old and decaying seas exchange with air and ocean. Prints the table of docs/theory/fluxes.md.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "growth_driver.hpp"

namespace groundswell {
namespace {

// Mean fluxes over some steps, in SI units; stress along the wind, which blows along the first axis.
struct MeanFluxes {
  double air, kept, ocean;          // energy [W m-2]
  double air_stress, ocean_stress;  // [Pa]
  double ustar;                     // [m s-1] from the stress
};

class FluxRun {
 public:
  FluxRun(const SourceTermsSettings& settings, double wind)
      : cells(SpectralGrid(), 1), terms_(cells.grid, settings) {
    cells.set_wind(0, wind, 0.0);
  }
  MeanFluxes advance(int n_step, double dt) {
    RowArray<float> fluxes(1, n_source_flux);
    SourceState state = cells.state();
    state.fluxes = fluxes.rows();
    double sums[n_source_flux] = {};
    for (int step = 0; step < n_step; ++step) {
      std::fill_n(fluxes.row(0), n_source_flux, 0.0f);
      terms_.integrate(Backend::serial, {0, 1}, cells.forcing(), state, dt);
      for (int i = 0; i < n_source_flux; ++i) sums[i] += double(fluxes(0, std::size_t(i)));
    }
    const double unit = water_density * gravity / (n_step * dt);
    const auto of = [&](SourceFlux flux) { return unit * sums[int(flux)]; };
    return {of(SourceFlux::air_energy),
            of(SourceFlux::kept_energy),
            of(SourceFlux::air_energy) - of(SourceFlux::kept_energy),
            of(SourceFlux::air_x),
            of(SourceFlux::air_x) - of(SourceFlux::kept_x),
            std::sqrt(of(SourceFlux::air_x) / air_density)};
  }
  // What the linear input gives to the present sea [W m-2].
  double linear_input() {
    const SourceBalance b = terms_.balance(0, cells.forcing(), cells.state());
    double sum = 0.0;
    for (int bin = 0; bin < cells.grid.n_bin(); ++bin)
      sum += b["linear_input"][std::size_t(bin)] *
             cells.grid.frequency_width()[std::size_t(bin / cells.grid.n_dir())];
    return water_density * gravity * cells.grid.direction_width() * sum;
  }
  test::Cells cells;

 private:
  SourceTerms terms_;
};

// Of all that the air gives, the waves keep a tenth at first and next to nothing when they are old.
TEST(Fluxes, OfGrowingSeas) {
  for (const char* package : {"wam4", "wam3", "st4"})
    for (const double wind : {10.0, 20.0}) {
      SourceTermsSettings settings = test::growth_settings(package);
      settings.max_drag = {};
      FluxRun run(settings, wind);
      double hours = 0.0, share_before = 1.0;
      for (const double until : {3.0, 12.0, 72.0}) {
        run.advance(int((until - hours - 1.0) * 12.0), 300.0);
        const MeanFluxes m = run.advance(12, 300.0);
        hours = until;
        const double unit = air_density * std::pow(m.ustar, 3), share = m.kept / m.air;
        std::printf(
            "%s %2.0f m/s %2.0f h: Phi_aw %.2f, kept %.2f, Phi_oc %.2f rho_a u*^3, tau_oc/tau_a %.3f\n",
            package, wind, until, m.air / unit, m.kept / unit, m.ocean / unit, m.ocean_stress / m.air_stress);
        EXPECT_LT(share, share_before);
        EXPECT_GT(share, 0.0);
        EXPECT_LT(m.ocean_stress, m.air_stress);
        EXPECT_GT(m.ocean_stress, 0.93 * m.air_stress);
        EXPECT_NEAR(m.air / unit, 5.0, 2.0);
        share_before = share;
      }
      EXPECT_LT(share_before, 0.03);
    }
}

// Against a plain program in double precision, without linear input and with whole steps of 300 s, whose sea
// is half an hour later: therefore means over the hour before. They also smooth the jumps of the tail.
TEST(Fluxes, OfSeasWithSt4AreThoseOfThePlainProgram) {
  struct Row {
    double wind, hours, air, kept, ocean_stress;  // [m s-1], [h], rho_a u*^3, rho_a u*^3, over tau_a
  };
  for (const double wind : {10.0, 20.0}) {
    FluxRun run(test::growth_settings("st4"), wind);
    double hours = 0.0;
    for (const Row& row : {Row{10.0, 3.0, 4.88, 0.47, 0.975},
                           {10.0, 12.0, 4.93, 0.34, 0.990},
                           {10.0, 72.0, 4.52, 0.08, 0.998},
                           {20.0, 3.0, 3.88, 0.42, 0.965},
                           {20.0, 12.0, 4.91, 0.37, 0.985},
                           {20.0, 72.0, 4.58, 0.14, 0.995}}) {
      if (row.wind != wind) continue;
      SCOPED_TRACE(testing::Message() << wind << " m/s " << row.hours << " h");
      run.advance(int((row.hours - hours - 1.0) * 12.0), 300.0);
      const MeanFluxes m = run.advance(12, 300.0);
      hours = row.hours;
      const double unit = air_density * std::pow(m.ustar, 3);
      EXPECT_NEAR((m.air - run.linear_input()) / unit, row.air, 0.03 * row.air);
      EXPECT_NEAR(m.kept / unit, row.kept, 0.05);
      EXPECT_NEAR(m.ocean_stress / m.air_stress, row.ocean_stress, 0.01);
    }
  }
}

// In calm air the ocean gets what whitecaps take, along the swell, and the air nothing.
TEST(Fluxes, OfSwellInCalmAir) {
  FluxRun run({}, 0.0);
  run.cells.set_variance(0, test::jonswap_variance(run.cells.grid, 0.003, 0.08, 0.0));
  const MeanFluxes m = run.advance(12, 300.0);
  EXPECT_LT(m.kept, 0.0);
  EXPECT_NEAR(m.air, 0.0, 1e-3 * m.ocean);
  EXPECT_NEAR(m.ocean, -m.kept, 1e-3 * m.ocean);
  EXPECT_GT(m.ocean_stress, 0.0);
  EXPECT_LT(m.ocean_stress, m.ocean / 8.0)
      << "waves of 8 m/s and more lose less momentum than energy over 8 m/s";
}

}  // namespace
}  // namespace groundswell
