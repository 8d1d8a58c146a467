// SPDX-License-Identifier: Apache-2.0
// The slow reference of st4 against published numbers: three spectra bin by bin, and single values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "support/shared_data.hpp"
#include "unit/source_terms/slow_st4.hpp"
#include "unit/source_terms/slow_transfer.hpp"

namespace groundswell::test {

// The table: by case its columns (without the name of the case), and the numbers of its head lines.
struct St4Table {
  std::map<std::string, std::vector<std::vector<double>>> columns;
  std::vector<std::string> heads;
  // The n-th number behind `label` in the head line that starts with `line`.
  double head(const std::string& line, const std::string& label, int n = 0) const {
    for (const std::string& text : heads) {
      if (text.rfind("# " + line, 0) != 0) continue;
      std::istringstream numbers(text.substr(text.find(label, line.size() + 2) + label.size()));
      double value = 0.0;
      for (int i = 0; i <= n; ++i) numbers >> value;
      return value;
    }
    ADD_FAILURE() << "no head line " << line;
    return 0.0;
  }
};

namespace {

const char* const st4_table_file = "reference/source_terms_st4.csv";

St4Table read_st4_table() {
  St4Table table;
  std::ifstream in(shared_path(st4_table_file));
  for (std::string line; std::getline(in, line);) {
    if (line[0] == '#') table.heads.push_back(line);
    std::istringstream fields(line);
    std::string name, field;
    std::getline(fields, name, ',');
    if (line[0] == '#' || name == "case") continue;
    auto& columns = table.columns[name];
    columns.resize(13);
    for (std::size_t i = 0; std::getline(fields, field, ','); ++i) columns[i].push_back(std::stod(field));
  }
  return table;
}

SlowSea default_sea() {
  return {35, 36, 0.04177248, 1.1};
}

// Relative difference, if the number of the table is not 0.
void expect_near(double value, double of_table, double tolerance, const std::string& what) {
  EXPECT_NEAR(value, of_table, tolerance * std::abs(of_table)) << what;
}

}  // namespace

class SlowSt4Table : public ::testing::TestWithParam<const char*> {
 protected:
  enum Column {
    variance = 4,
    input,
    damping,
    saturation,
    breaking,
    cumulative,
    transfer,
    transfer_slope,
    wind_sea
  };
  void SetUp() override {
    GS_NEEDS_SHARED(st4_table_file);
    table = read_st4_table();
    sea.e = column(variance);
  }
  std::string name() const { return GetParam(); }
  const std::vector<double>& column(Column which) const { return table.columns.at(name()).at(which); }
  SlowInput pass(double wave_stress) const {
    return slow_input(sea, {name() == "opposing_swell" ? 15.0 : 12.0, 0.3}, wave_stress, slow_t471(),
                      SlowNumerics::published);
  }
  // Largest difference to a column, relative to the bin's value and, for bins that nearly vanish, to the
  // share `small` of the column's largest value.
  double difference(const std::vector<double>& values, Column which, double small) const {
    const auto& expected = column(which);
    double largest = 0.0, worst = 0.0;
    for (double value : expected) largest = std::max(largest, std::abs(value));
    for (std::size_t bin = 0; bin < expected.size(); ++bin)
      worst = std::max(worst, std::abs(values.at(bin) - expected[bin]) /
                                  std::max(std::abs(expected[bin]), small * largest));
    return worst;
  }
  void expect_head(const SlowInput& in, const std::string& pass) const {
    const std::string line = name() + " " + pass + ":";
    const auto near = [&](double value, const std::string& label, int n = 0) {
      expect_near(value, table.head(line, label, n), printed, line + " " + label);
    };
    near(in.ustar, " u* ");
    near(in.z0, " z0 ");
    near(in.air.u_orb, "u_orb ");
    near(in.air.a_orb, "a_orb ");
    near(in.air.reynolds, "Re ");
    near(in.air.turbulent_share, "r_t ");
    near(in.air.z0r, "z0r ");
    near(in.air.friction_factor, "fw ");
    near(in.taken.x, "tau_res (x, y) ");
    near(in.taken.y, "tau_res (x, y) ", 1);
    near(in.negative.x, "negative ");
    near(in.negative.y, "negative ", 1);
    near(in.level, "level A ");
    near(in.tail_ustar, "sheltered u*' ");
    near(in.tail.stress, "tau_hf ");
    near(in.wave_stress, "tau_w ");
  }
  static constexpr double printed = 1e-7;  // relative; nine digits are printed
  St4Table table;
  SlowSea sea = default_sea();
};

TEST_P(SlowSt4Table, HasTheNumbersOfTheHeadLines) {
  const SlowInput first = pass(0.0), second = pass(first.wave_stress);
  expect_head(first, "pass 1");
  expect_head(second, "pass 2");
  const std::string line = name() + ": m0";
  expect_near(sea.m0(), table.head(line, ""), printed, line);
  expect_near(sea.mean_frequency(), table.head(line, "fm = m0/m-1 "), printed, line);
  expect_near(sea.mean_frequency(second.wind_sea), table.head(line, "wind sea fm "), printed, line);
}

TEST_P(SlowSt4Table, HasTheRatesBinByBin) {
  const SlowInput in = pass(pass(0.0).wave_stress);
  EXPECT_LT(difference(in.gamma, input, 1e-9), 1e-6);
  EXPECT_LT(difference(in.damping, damping, 0.0), 1e-7);
  for (std::size_t bin = 0; bin < in.wind_sea.size(); ++bin)
    EXPECT_EQ(in.wind_sea[bin], int(column(wind_sea)[bin])) << bin;
  const SlowBreaking loss = slow_breaking(sea, slow_t471());
  EXPECT_LT(difference(loss.saturation, saturation, 1e-9), 1e-6);
  EXPECT_LT(difference(loss.breaking, breaking, 1e-6), 1e-6);
  EXPECT_LT(difference(loss.cumulative, cumulative, 1e-6), 1e-6);
}

TEST_P(SlowSt4Table, HasTheTransferBinByBin) {
  const SlowTransfer slow(SpectralGrid(), slow_t471().c_dia / std::pow(gravity, 4));
  const auto result = slow.compute(sea.e, sea.n_freq + 4);
  const auto on_grid = [&](const std::vector<double>& values) {
    const auto first = values.begin() + std::ptrdiff_t(slow.index(0, 0));
    return std::vector<double>(first, first + sea.n_bin());
  };
  // gains and losses nearly cancel in many bins, and eight digits of E are printed
  EXPECT_LT(difference(on_grid(result.source), transfer, 0.1), 1e-6);
  EXPECT_LT(difference(on_grid(result.whole_slope), transfer_slope, 0.1), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, SlowSt4Table, ::testing::Values("young", "mature_swell", "opposing_swell"),
                         [](const auto& info) { return std::string(info.param); });

// K0(x exp(i pi/4)) by its integral over cosh t, which shares nothing with the series.
TEST(SlowSt4, HasTheKelvinFunctions) {
  EXPECT_NEAR(slow_kelvin(1.0).real(), 0.28670621, 1e-8);
  EXPECT_NEAR(slow_kelvin(1.0).imag(), -0.49499464, 1e-8);
  for (double x : {0.05, 0.3, 2.0}) {
    const std::complex<double> z = std::polar(x, pi / 4.0);
    std::complex<double> sum = 0.0;
    for (double t = 0.5e-3; t < 10.0; t += 1e-3) sum += 1e-3 * std::exp(-z * std::cosh(t));
    EXPECT_LT(std::abs(sum - slow_kelvin(x)), 1e-10) << x;
  }
}

TEST(SlowSt4, HasTheFrictionFactorsOfALayer) {
  const double ratio[] = {3, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e8};
  const double factor[] = {0.1131, 0.05695, 0.02040, 0.009568, 0.005343, 0.003350, 0.002275, 0.001230};
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(slow_friction_factor(ratio[i]) / factor[i], 1.0, 5e-4) << ratio[i];
}

TEST(SlowSt4, TabulatedFrictionFactorIsThatBetweenNodes) {
  for (double x = 0.505; x < 8.0; x += 0.173) {
    const double ratio = std::pow(10.0, x);
    const double share = slow_tabulated_friction_factor(ratio) / slow_friction_factor(ratio);
    EXPECT_GT(share, 1.0 - 1e-12) << ratio;  // a chord of a convex curve
    EXPECT_LT(share, 1.0003) << ratio;
  }
}

TEST(SlowSt4, HasTheDragOfAFlatSea) {
  const double wind[] = {5, 10, 20}, ustar[] = {0.15405, 0.35326, 0.83260};
  const double z0[] = {2.2990e-5, 1.2090e-4, 6.7159e-4};
  for (int i = 0; i < 3; ++i) {
    const double found = slow_friction_velocity(wind[i], 0.0, slow_t471());
    EXPECT_NEAR(found, ustar[i], 5e-6);
    EXPECT_NEAR(slow_roughness(wind[i], found) / z0[i], 1.0, 3e-5);
    EXPECT_NEAR(slow_roughness(wind[i], found) / (0.0095 * found * found / gravity), 1.0, 1e-9);
  }
}

TEST(SlowSt4, SetOf2010BoundsRoughnessAndHasOneKindOfAir) {
  const SlowSt4Set set = slow_t405();
  EXPECT_NEAR(slow_roughness(50.0, slow_friction_velocity(50.0, 0.0, set)), 0.002, 1e-12);
  SlowSea sea = default_sea();
  for (double height : {0.5, 3.0}) {
    sea.at(6, 5) = height * height / 16.0 / sea.df[6] / sea.dtheta;
    const SlowAirLayer air = slow_air_layer(sea, 0.3, 1e-4, set);
    EXPECT_EQ(air.turbulent_share, height > 1.0 ? 1.0 : 0.0) << air.reynolds;
    EXPECT_EQ(air.viscous_share, height > 1.0 ? 0.0 : 1.0) << air.reynolds;
  }
}

TEST(SlowSt4, WavenumberAndGroupSpeedObeyTheDispersionRelation) {
  SlowSea sea = default_sea();
  for (double depth : {3.0, 20.0, 5000.0}) {
    sea.set_depth(depth);
    const auto sigma_of = [&](double k) { return std::sqrt(gravity * k * std::tanh(k * depth)); };
    for (std::size_t i = 0; i < sea.f.size(); ++i) {
      const double k = sea.k[i], step = 1e-5 * k;
      EXPECT_NEAR(sigma_of(k) / sea.sigma[i], 1.0, 1e-12);
      EXPECT_NEAR((sigma_of(k + step) - sigma_of(k - step)) / (2.0 * step) / sea.cg[i], 1.0, 1e-8);
    }
  }
}

TEST(SlowSt4, SaturationOfOneDirectionIsThatOfItsSector) {
  SlowSea sea = default_sea();
  sea.set_depth(20.0);
  sea.at(12, 3) = 2.0;
  const SlowBreaking loss = slow_breaking(sea, slow_t471());
  for (int turn = -18; turn < 18; ++turn) {
    const double expected = std::pow(sea.k[12], 3) * sea.cg[12] / (2.0 * pi) * 2.0 * sea.dtheta *
                            std::pow(std::cos(turn * sea.dtheta), 2);
    EXPECT_NEAR(loss.saturation[std::size_t(12 * 36 + (3 + turn + 36) % 36)],
                std::abs(turn) <= 8 ? expected : 0.0, 1e-15);
  }
}

// Without sheltering and damping, the input is that of Janssen (1991) with other constants.
TEST(SlowSt4, InputWithoutShelteringIsThatOfJanssen) {
  SlowSea sea = default_sea();
  for (int i = 10; i < 35; ++i)
    for (int j = 0; j < 36; ++j) sea.at(i, j) = 1e-4 * std::pow(sea.f[std::size_t(i)], -5);
  SlowSt4Set set;
  set.s_u = set.s1 = set.s5 = 0.0;
  const SlowInput in = slow_input(sea, {10.0, 0.7}, 0.05, set);
  for (int i = 0; i < 35; ++i)
    for (int j = 0; j < 36; ++j) {
      const double cosine = std::cos(sea.theta[std::size_t(j)] - 0.7), sigma = sea.sigma[std::size_t(i)];
      const double x = (in.ustar * sigma / gravity + 0.006) * cosine;
      const double z = std::log(sigma * sigma / gravity * in.z0) + 0.4 / x;
      const double rate = 1.225e-3 * 1.43 / 0.16 * std::exp(z) * std::pow(z, 4) * sigma * x * x;
      const double expected = cosine > 0.01 && z < 0.0 ? rate : 0.0;
      EXPECT_NEAR(in.gamma[std::size_t(i * 36 + j)], expected, 1e-12 * (expected + 1e-9));
    }
}

// Swell of 13 s in calm air: the rates of loss for heights of 1, 2, 4 m.
TEST(SlowSt4, SwellDecaysAsPublished) {
  const double height[] = {1, 2, 4}, rate[] = {3.4e-7, 4.9e-7, 1.35e-6};
  for (int i = 0; i < 3; ++i) {
    SlowSea sea(3, 36, 1.0 / 13.0 / 1.1, 1.1);
    sea.at(1, 5) = height[i] * height[i] / 16.0 / sea.df[1] / sea.dtheta;
    const SlowAirLayer air = slow_air_layer(sea, 0.0, 0.0, slow_t471());
    EXPECT_NEAR(-slow_damping(sea, 1, air, 0.0, 0.0, 1.225e-3, slow_t471()) / rate[i], 1.0, 0.016);
  }
}

// The closed forms that hold while little of the stress is taken.
TEST(SlowSt4, TailTakesWhatItsWavesTake) {
  const double u = 0.4, z0 = 4e-4, level = 1e-7, f_last = 1.0672;
  const SlowTail tail = slow_tail(u, z0, level, f_last, slow_t471());
  const double first = std::log(2.0 * pi * f_last * std::sqrt(z0 / gravity)), step = -first / 10000;
  double stress = 0.0, power = 0.0;
  for (int q = 0; q < 10000; ++q) {
    const double y = std::exp(first + (q + 0.5) * step);
    const double z = std::min(0.0, std::log(y * y) + 0.4 / (u * y / std::sqrt(gravity * z0) + 0.006));
    const double taken = level * 1.43 / 0.16 * std::exp(z) * std::pow(z, 4) * u * u * step;
    stress += taken;
    power += taken * std::sqrt(gravity * z0) / y;
  }
  EXPECT_NEAR(tail.stress / stress, 1.0, 1e-4);
  EXPECT_NEAR(tail.power / power, 1.0, 1e-4);
  EXPECT_EQ(slow_tail(u, 0.5, level, f_last, slow_t471()).stress, 0.0);
  EXPECT_LT(slow_tail(u, z0, 1.0, f_last, slow_t471()).stress, u * u);
}

}  // namespace groundswell::test
