// SPDX-License-Identifier: Apache-2.0
// Integrals of single terms over the spectra of many cells, against the balance of each cell, summed here.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

// Arrays for all integrals of n cells, filled with a value that no integral has.
struct Integrals {
  explicit Integrals(std::size_t n) : input(n), caps(n), damping(n), transfer(n), friction(n), breaking(n) {
    for (Array<float>* values : {&input, &caps, &damping, &transfer, &friction, &breaking})
      for (float& value : *values) value = 1e30f;
  }
  std::vector<SourceIntegral> views() {
    return {{"wind_input_rate", input.view()},         {"whitecapping_rate", caps.view()},
            {"swell_damping_rate", damping.view()},    {"nonlinear_transfer_rate", transfer.view()},
            {"bottom_friction_rate", friction.view()}, {"depth_breaking_rate", breaking.view()}};
  }
  Array<float> input, caps, damping, transfer, friction, breaking;
};

// Wind seas of any age, not aligned with the wind, with swell.
test::Cells make_cells(std::size_t n, double depth) {
  std::mt19937 random(11);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * std::uniform_real_distribution<double>()(random);
  };
  test::Cells cells(SpectralGrid(), n, depth);
  for (std::size_t cell = 0; cell < n; ++cell) {
    const double wind = uniform(2.0, 30.0), towards = uniform(0.0, 6.28);
    auto variance =
        test::jonswap_variance(cells.grid, uniform(0.004, 0.02), uniform(0.08, 0.3), towards + 0.4);
    const auto swell = test::jonswap_variance(cells.grid, 0.001, 0.07, uniform(0.0, 6.28));
    for (std::size_t bin = 0; bin < variance.size(); ++bin) variance[bin] += swell[bin];
    cells.set_variance(cell, variance);
    cells.set_wind(cell, wind, towards);
    cells.wave_stress[cell] = float(uniform(0.0, 0.8) * std::pow(0.035 * wind, 2));
    cells.air_density[cell] = float(uniform(1.1, 1.4));
  }
  return cells;
}

struct Sum {
  double net = 0.0, gross = 0.0;  // water_density * g * integral of S and of |S| [W m-2]
};
// Of the sum of the named terms.
Sum sum_of(const SpectralGrid& grid, const SourceBalance& balance, const std::vector<const char*>& names) {
  Sum sum;
  for (int bin = 0; bin < grid.n_bin(); ++bin) {
    double source = 0.0;
    for (const char* name : names) source += balance[name][std::size_t(bin)];
    const double weight = water_density * gravity * grid.direction_width() *
                          grid.frequency_width()[std::size_t(bin / grid.n_dir())];
    sum.net += weight * source;
    sum.gross += weight * std::abs(source);
  }
  return sum;
}

void expect_sum(float got, const Sum& expected) {
  EXPECT_NEAR(got, expected.net, 1e-4 * expected.gross + 1e-12);
}

TEST(SourceIntegrals, AreTheSumsOfTheBalance) {
  constexpr std::size_t n = 21;  // not a multiple of the pack width
  for (const auto& [package, friction] : {std::pair{PhysicsPackage::wam4, BottomFriction::jonswap},
                                          {PhysicsPackage::wam4, BottomFriction::sea_state},
                                          {PhysicsPackage::wam3, BottomFriction::madsen},
                                          {PhysicsPackage::st4, BottomFriction::sea_state}})
    for (const double depth : {4.0, 30.0, 1e5}) {
      SourceTermsSettings settings;
      settings.package = package;
      settings.friction = friction;
      settings.swell_damping = package != PhysicsPackage::wam3;  // not of st4
      test::Cells cells = make_cells(n, depth);
      SourceTerms terms(cells.grid, settings);
      Integrals got(n);
      terms.integrate_terms(Backend::serial, {0, n}, cells.forcing(), cells.state(), got.views());
      for (std::size_t cell = 0; cell < n; ++cell) {
        SCOPED_TRACE(testing::Message()
                     << name_of(physics_packages, package) << ", " << depth << " m, cell " << cell);
        const SourceBalance b = terms.balance(std::int64_t(cell), cells.forcing(), cells.state());
        const auto sum = [&](const std::vector<const char*>& of) { return sum_of(cells.grid, b, of); };
        expect_sum(got.input[cell], sum({"wind_input", "linear_input"}));
        expect_sum(got.caps[cell], sum({"whitecapping", "cumulative_breaking"}));
        expect_sum(got.damping[cell], sum({"swell_damping", "air_damping"}));
        expect_sum(got.friction[cell], sum({"bottom_friction"}));
        expect_sum(got.breaking[cell], sum({"depth_breaking"}));
        const Sum transfer = sum({"nonlinear_transfer"});
        expect_sum(got.transfer[cell], transfer);
        // The transfer only moves energy; the part that passes the last frequency is missing.
        EXPECT_LT(std::abs(got.transfer[cell]), 0.2 * transfer.gross);
        EXPECT_GT(got.input[cell], 0.0f);
        EXPECT_LT(got.caps[cell], 0.0f);
        EXPECT_EQ(got.damping[cell] < 0.0f, package != PhysicsPackage::wam3);
        EXPECT_LE(got.friction[cell], 0.0f);
        EXPECT_LE(got.breaking[cell], 0.0f);
        EXPECT_TRUE(depth > 5.0 || got.breaking[cell] < -1.0f) << got.breaking[cell];
        EXPECT_TRUE(depth < 1e4 || got.breaking[cell] == 0.0f) << got.breaking[cell];
      }
    }
}

TEST(SourceIntegrals, ChangeNothingElse) {
  test::Cells cells = make_cells(3, 20.0), before = make_cells(3, 20.0);
  SourceTerms terms(cells.grid, {});
  Integrals got(3);
  terms.integrate_terms(Backend::serial, {0, 3}, cells.forcing(), cells.state(), got.views());
  for (std::size_t cell = 0; cell < 3; ++cell) {
    EXPECT_EQ(cells.wave_stress[cell], before.wave_stress[cell]);
    EXPECT_EQ(cells.friction_velocity[cell], before.friction_velocity[cell]);
    for (int bin = 0; bin < cells.grid.n_bin(); ++bin)
      ASSERT_EQ(cells.action(cell, std::size_t(bin)), before.action(cell, std::size_t(bin)));
  }
}

// Ice, terms that are switched off, and integrals that are not requested.
TEST(SourceIntegrals, AreZeroWhereNothingActs) {
  test::Cells cells = make_cells(9, 20.0);
  cells.blocked[4] = 1;
  SourceTermsSettings settings;
  settings.bottom_friction = settings.wind_input = settings.linear_input = false;
  SourceTerms terms(cells.grid, settings);
  Integrals got(9);
  std::vector<SourceIntegral> wanted = got.views();
  wanted.at(3).out = {};
  terms.integrate_terms(Backend::serial, {0, 9}, cells.forcing(), cells.state(), wanted);
  for (std::size_t cell = 0; cell < 9; ++cell) {
    EXPECT_EQ(got.input[cell], 0.0f);
    EXPECT_EQ(got.friction[cell], 0.0f);
    EXPECT_EQ(got.damping[cell], 0.0f);
    EXPECT_EQ(got.caps[cell] == 0.0f, cell == 4);
    EXPECT_EQ(got.transfer[cell], 1e30f);
  }
}

// A cell's bits depend on that cell alone, not on its lane, the range or the back end.
TEST(SourceIntegrals, HaveTheSameBitsInAnyRange) {
  for (const auto& [name, package] : physics_packages) {
    SourceTermsSettings settings;
    settings.package = package;
    test::Cells cells = make_cells(21, 20.0);
    SourceTerms terms(cells.grid, settings);
    Integrals whole(21), parts(21);
    terms.integrate_terms(Backend::openmp, {0, 21}, cells.forcing(), cells.state(), whole.views());
    for (const Range range : {Range{0, 5}, Range{5, 6}, Range{6, 21}})
      terms.integrate_terms(Backend::serial, range, cells.forcing(), cells.state(), parts.views());
    const auto one = whole.views(), other = parts.views();
    for (std::size_t i = 0; i < one.size(); ++i)
      for (std::size_t cell = 0; cell < 21; ++cell)
        EXPECT_EQ(one[i].out[cell], other[i].out[cell]) << name << ", " << one[i].name << ", cell " << cell;
  }
}

TEST(SourceTermList, NamesEachTermOnceAndAnIntegralThatIsListed) {
  std::set<std::string_view> names;
  for (const SourceTermInfo& term : source_term_list) {
    EXPECT_TRUE(names.insert(term.name).second) << term.name;
    EXPECT_EQ(find_named(source_integral_list, term.integral).name, term.integral) << term.name;
    EXPECT_FALSE(term.help.empty() || term.label.empty()) << term.name;
  }
  for_source_coefficients(
      [&](const SourceCoefficientInfo& info) { EXPECT_TRUE(names.insert(info.name).second) << info.name; });
}

TEST(SourceTermList, EachSwitchActsOnItsTermAlone) {
  for (const SourceTermInfo& term : source_term_list) {
    SourceTermFlags all;
    for (const SourceTermInfo& other : source_term_list) all.*other.on = true;
    const auto flags = pick_terms(all, [&](const SourceTermInfo& other) { return other.on == term.on; });
    for (const SourceTermInfo& other : source_term_list)
      EXPECT_EQ(flags.*other.on, &other == &term) << term.name << ", " << other.name;
  }
}

TEST(SourceCoefficients, AreRefusedBelowTheirLimits) {
  for_source_coefficients([](const SourceCoefficientInfo& info) {
    for (const double value : {-1.0, 0.0}) {
      SourceTermsSettings settings;
      settings.*info.value = value;
      if (value == 0.0 && info.may_be_zero) {
        EXPECT_NO_THROW(SourceTerms(SpectralGrid(), settings)) << info.name;
      } else {
        EXPECT_THROW(SourceTerms(SpectralGrid(), settings), Error) << info.name;
      }
    }
  });
}

}  // namespace
}  // namespace groundswell
