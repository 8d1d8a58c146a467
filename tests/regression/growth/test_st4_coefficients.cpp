// SPDX-License-Identifier: Apache-2.0
// Each coefficient of the package st4 acts as its source says: in which direction it changes a growing sea,
// or the damping of a swell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "regression/growth/growth_driver.hpp"

namespace groundswell {
namespace {

// Of a sea that has grown for 6 h under 20 m/s.
struct GrownSea {
  double height, peak_frequency, ustar, wave_stress, spread, tail_frequency;
  double high;  // m0 of the waves above 0.2 Hz [m2]
};

GrownSea grow(const SourceTermsSettings& settings) {
  test::GrowthRun run(settings, {20.0});
  run.advance_to(6.0, 600.0);
  const test::GrowthPoint point = run.point(0);
  const SpectralGrid& grid = run.cells.grid;
  double high = 0.0;
  for (int bin = 0; bin < grid.n_bin(); ++bin) {
    const auto freq = std::size_t(bin / grid.n_dir());
    if (grid.frequency()[freq] > 0.2)
      high += run.cells.variance(0, bin) * grid.frequency_width()[freq] * grid.direction_width();
  }
  const SourceBalance balance =
      SourceTerms(grid, settings).balance(0, run.cells.forcing(), run.cells.state());
  return {point.height, point.peak_frequency,   point.ustar, balance.wave_stress,
          point.spread, balance.tail_frequency, high};
}

// The rate [s-1] at which a narrow swell of 1 m and 12.5 s loses energy to the air, under a wind of 15 m/s
// along its way or, if `along` is -1, against it.
double damping(const SourceTermsSettings& settings, double along = 1.0) {
  const SpectralGrid grid;
  test::Cells cells(grid, 1);
  std::ranges::copy(make_action(grid, make_swell_spectrum({1.0, 0.08, 0.005}, 0.0)), cells.action.row(0));
  cells.set_wind(0, along * 15.0, 0.0);
  const SourceBalance balance = SourceTerms(grid, settings).balance(0, cells.forcing(), cells.state());
  double lost = 0.0, energy = 0.0;
  for (int bin = 0; bin < grid.n_bin(); ++bin) {
    const double width = grid.frequency_width()[std::size_t(bin / grid.n_dir())];
    lost -= width * balance["air_damping"][std::size_t(bin)];
    energy += width * cells.variance(0, bin);
  }
  return lost / energy;
}

using Measure = double (*)(const SourceTermsSettings&);
const Measure height = [](const auto& s) { return grow(s).height; };
const Measure peak_frequency = [](const auto& s) { return grow(s).peak_frequency; };
const Measure ustar = [](const auto& s) { return grow(s).ustar; };
const Measure wave_stress = [](const auto& s) { return grow(s).wave_stress; };
const Measure spread = [](const auto& s) { return grow(s).spread; };
const Measure short_waves = [](const auto& s) { return grow(s).high; };
const Measure tail_frequency = [](const auto& s) { return grow(s).tail_frequency; };
const Measure damping_along = [](const auto& s) { return damping(s); };
const Measure damping_against = [](const auto& s) { return damping(s, -1.0); };

struct Effect {
  St4 which;
  double value;  // in place of that of t471
  Measure measure;
  const char* name;
  int sign;  // of the change of the measure
};

const Effect effects[] = {
    // Janssen 1991
    {St4::charnock, 0.012, ustar, "u*", +1},
    {St4::max_roughness, 0.0005, ustar, "u*", -1},
    {St4::beta_max, 1.6, height, "height", +1},
    {St4::beta_max_slope, 0.01, height, "height", +1},
    {St4::beta_max_wind, 10.0, height, "height", -1},  // with a slope, below the wind of this sea
    {St4::growth_cosine_power, 3.0, spread, "spread", -1},
    {St4::z_alpha, 0.012, height, "height", +1},
    // Chen and Belcher 2000; Ardhuin et al. 2010, section 3
    {St4::sheltering, 0.6, wave_stress, "wave stress", -1},
    {St4::sheltering, 0.6, ustar, "u*", -1},
    // Ardhuin, Chapron and Collard 2009
    {St4::damping_turbulent, 1.0, damping_along, "damping", +1},
    {St4::damping_cosine, -0.03, damping_along, "damping along the wind", -1},
    {St4::damping_cosine, -0.03, damping_against, "damping against the wind", +1},
    {St4::damping_wind, 0.03, damping_along, "damping along the wind", +1},
    {St4::damping_wind, 0.03, damping_against, "damping against the wind", +1},
    {St4::damping_reynolds, 3e5, damping_along, "damping", -1},
    {St4::damping_viscous, 2.0, damping_along, "damping", +1},
    {St4::damping_height_power, 1.0, damping_along, "damping", +1},    // Re rises where m0 is below 1 m2
    {St4::damping_reynolds_width, 7e5, damping_along, "damping", +1},  // below s4
    {St4::damping_roughness, 0.4, damping_along, "damping", +1},
    {St4::air_viscosity, 2.8e-5, damping_along, "damping", +1},
    // Ardhuin et al. 2010, section 4
    {St4::breaking_strength, 4e-5, height, "height", -1},
    {St4::breaking_threshold, 1.2e-3, height, "height", +1},
    {St4::breaking_isotropic, 0.6, height, "height", -1},
    {St4::breaking_isotropic, 0.6, spread, "spread", -1},
    {St4::breaking_sector, 45.0, height, "height", +1},
    {St4::breaking_cosine_power, 4.0, height, "height", +1},
    {St4::cumulative_strength, 0.8, short_waves, "short waves", -1},
    {St4::cumulative_distance, 1.0, short_waves, "short waves", +1},
    // Hasselmann et al. 1985
    {St4::transfer_strength, 4e7, peak_frequency, "peak frequency", -1},
    {St4::tail_mean_factor, 3.5, tail_frequency, "tail frequency", +1},
    {St4::tail_pm_factor, 10.0, tail_frequency, "tail frequency", +1},
};

TEST(CoefficientsOfSt4, ActInTheDirectionOfTheirSource) {
  std::set<std::string_view> covered;
  for (const Effect& effect : effects) {
    const St4CoefficientInfo& info = st4_coefficients[std::size_t(effect.which)];
    covered.insert(info.name);
    SourceTermsSettings settings = test::growth_settings("st4");
    if (effect.which == St4::beta_max_wind) settings.st4[St4::beta_max_slope] = 0.01;
    const double usual = effect.measure(settings);
    settings.st4[effect.which] = effect.value;
    const double change = effect.measure(settings) / usual - 1.0;
    std::printf("%-22s %8g -> %8g: %s %+.2f %%\n", std::string(info.name).c_str(), info.t471, effect.value,
                effect.name, 100.0 * change);
    EXPECT_GT(effect.sign * change, 1e-3) << info.name << ", " << effect.name;
  }
  for (const St4CoefficientInfo& info : st4_coefficients)
    EXPECT_TRUE(covered.contains(info.name)) << info.name;
}

TEST(CoefficientsOfSt4, OfEachSetAreThoseOfItsTable) {
  St4Settings settings;
  EXPECT_EQ(settings.value(St4::beta_max), 1.43);
  settings.set = St4Set::t471f;
  EXPECT_EQ(settings.value(St4::beta_max), 1.33);
  EXPECT_EQ(settings.value(St4::sheltering), 0.3);
  settings.set = St4Set::t405;
  EXPECT_EQ(settings.value(St4::beta_max), 1.55);
  EXPECT_EQ(settings.value(St4::sheltering), 0.0);
  settings[St4::sheltering] = 0.0;
  settings[St4::beta_max] = 1.75;
  settings.set = St4Set::t471;
  EXPECT_EQ(settings.value(St4::sheltering), 0.0);
  EXPECT_EQ(settings.value(St4::beta_max), 1.75);
}

// The weakest and the strongest value of each coefficient leave the sea finite.
TEST(CoefficientsOfSt4, LeaveTheSeaFiniteAtTheEndsOfTheirRanges) {
  for (std::size_t i = 0; i < n_st4; ++i)
    for (const double value : {st4_coefficients[i].least, st4_coefficients[i].most}) {
      SourceTermsSettings settings = test::growth_settings("st4");
      settings.st4[St4(i)] = value;
      test::GrowthRun run(settings, {0.0, 0.5, 5.0, 20.0, 50.0});
      const auto swell = make_action(run.cells.grid, make_swell_spectrum({8.0, 0.1, 0.01}, 0.3));
      std::ranges::copy(swell, run.cells.action.row(0));
      run.advance_to(6.0, 1800.0);
      for (std::size_t cell = 0; cell < 5; ++cell) {
        const double height = run.point(cell).height;
        EXPECT_TRUE(std::isfinite(height) && height < 60.0)
            << st4_coefficients[i].name << " " << value << ", cell " << cell << ": " << height;
      }
    }
}

TEST(CoefficientsOfSt4, AreRefusedOutOfTheirRanges) {
  for (std::size_t i = 0; i < n_st4; ++i) {
    const St4CoefficientInfo& info = st4_coefficients[i];
    const double width = info.most - info.least;
    for (const double value : {info.least - 0.01 * width, info.most + 0.01 * width, std::nan("")}) {
      SourceTermsSettings settings;
      settings.package = PhysicsPackage::st4;
      settings.st4[St4(i)] = value;
      try {
        SourceTerms(SpectralGrid(), settings);
        ADD_FAILURE() << info.name << " " << value << " is not refused";
      } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find(text("st4.", info.name, " is ")), std::string::npos) << message;
        EXPECT_NE(message.find(text("between ", info.least, " and ", info.most)), std::string::npos)
            << message;
      }
    }
  }
}

}  // namespace
}  // namespace groundswell
