// SPDX-License-Identifier: Apache-2.0
// The whole step: packs against scalars, bits that do not depend on neighbours, switches, blocked cells,
// sub-steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "exec/threads.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

// Different seas under different winds, all at the same depth. The weakest winds let waves grow only above
// the last frequency.
void fill(test::Cells& cells) {
  const std::size_t n = cells.wind_x.size();
  for (std::size_t cell = 0; cell < n; ++cell) {
    const double t = double(cell) / double(n);
    cells.set_wind(cell, cell < 4 ? 0.4 * double(cell) : 30.0 * t, 7.0 * t);
    if (cell % 5 != 2)
      cells.set_variance(cell, test::jonswap_variance(cells.grid, 0.005 + 0.01 * t, 0.08 + 0.1 * t, 5.0 * t));
    cells.wave_stress[cell] = float(0.3 * t * t);
  }
}

SourceTermsSettings with_package(PhysicsPackage package) {
  SourceTermsSettings settings;
  settings.package = package;
  return settings;
}

bool same_bits(const test::Cells& a, std::size_t i, const test::Cells& b, std::size_t j) {
  return std::memcmp(a.action.row(i), b.action.row(j), sizeof(float) * std::size_t(a.grid.n_bin())) == 0 &&
         a.wave_stress[i] == b.wave_stress[j] && a.friction_velocity[i] == b.friction_velocity[j] &&
         a.limited[i] == b.limited[j];
}

void copy_cell(const test::Cells& from, std::size_t i, test::Cells& to, std::size_t j) {
  std::memcpy(to.action.row(j), from.action.row(i), sizeof(float) * std::size_t(from.grid.n_bin()));
  to.wind_x[j] = from.wind_x[i];
  to.wind_y[j] = from.wind_y[i];
  to.wave_stress[j] = from.wave_stress[i];
}

// In one source step at a time: the sea has grown enough for that.
template <class Real, class Input>
std::vector<double> step_alone(const SourceTermsSettings& settings, const std::vector<double>& variance,
                               double dt, int n_step) {
  test::OneCell<Real> cell(SpectralGrid(), settings, 30.0);
  cell.set_variance(variance);
  cell.set_wind(17.0, 0.7);
  CellStress<Real> stress{Real(0), Real(0), Real(0.2)};
  SourceStep<Real, Input> step(cell.view(), cell.scratch, cell.forcing);
  step.start(HostLane{});
  for (int i = 0; i < n_step; ++i)
    EXPECT_FALSE(any(step.integrate(HostLane{}, stress, Real(dt)) < Real(dt))) << "step " << i;
  std::vector<double> result;
  for (std::size_t bin = 0; bin < variance.size(); ++bin) {
    if constexpr (std::is_same_v<Real, Pack>)
      result.push_back(cell.scratch.variance[bin][int(bin) % 8]);
    else
      result.push_back(double(cell.scratch.variance[bin]));
  }
  return result;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(b[i]));
  }
  return worst / largest;
}

double total_height(const test::Cells& cells, std::size_t cell) {
  double m0 = 0.0;
  for (int bin = 0; bin < cells.grid.n_bin(); ++bin)
    m0 += cells.variance(cell, bin) * cells.grid.frequency_width()[std::size_t(bin / cells.grid.n_dir())] *
          cells.grid.direction_width();
  return 4.0 * std::sqrt(m0);
}

// Input<Real> is the package's.
template <template <class> class Input>
void expect_same_in_pack_float_and_double(PhysicsPackage package) {
  SourceTermsSettings settings;
  settings.package = package;
  settings.swell_damping = true;
  const auto variance = test::jonswap_variance(SpectralGrid(), 0.01, 0.11, 0.5);
  const auto precise = step_alone<double, Input<double>>(settings, variance, 300.0, 4);
  EXPECT_LT(difference(step_alone<float, Input<float>>(settings, variance, 300.0, 4), precise), 5e-5);
  EXPECT_LT(difference(step_alone<Pack, Input<Pack>>(settings, variance, 300.0, 4), precise), 5e-5);
}

}  // namespace

TEST(SourceStep, IsTheSameInPackFloatAndDouble) {
  expect_same_in_pack_float_and_double<JanssenInput>(PhysicsPackage::wam4);
  expect_same_in_pack_float_and_double<KomenInput>(PhysicsPackage::wam3);
  expect_same_in_pack_float_and_double<St4Input>(PhysicsPackage::st4);
}

TEST(SourceTerms, ACellsBitsDoNotDependOnItsPlaceOrCompany) {
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    const SourceTermsSettings settings = with_package(package);
    SourceTerms terms(grid, settings);
    test::Cells all(grid, 21, 40.0), start(grid, 21, 40.0);
    fill(all);
    fill(start);
    for (int step = 0; step < 3; ++step)
      terms.integrate(Backend::serial, {0, 21}, all.forcing(), all.state(), 600.0);
    // Three cells at a time at other places, beside calm cells, in ranges that begin at two places.
    for (std::size_t first = 0; first < 7; ++first) {
      test::Cells other(grid, 10, 40.0);
      const std::pair<std::size_t, std::size_t> placed[] = {{first, 8}, {first + 7, 1}, {first + 14, 4}};
      for (const auto& [cell, place] : placed) copy_cell(start, cell, other, place);
      for (int step = 0; step < 3; ++step)
        terms.integrate(Backend::serial, {std::int64_t(first % 2), 10}, other.forcing(), other.state(),
                        600.0);
      for (const auto& [cell, place] : placed)
        EXPECT_TRUE(same_bits(all, cell, other, place)) << name << ", cell " << cell << " at " << place;
    }
  }
}

TEST(SourceTerms, ThreadsChangeNothing) {
  if (!openmp::available) GTEST_SKIP() << "built without OpenMP";
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    SCOPED_TRACE(name);
    SourceTerms terms(grid, with_package(package));
    test::Cells serial(grid, 40), threads(grid, 40);
    for (test::Cells* cells : {&serial, &threads}) fill(*cells);
    terms.integrate(Backend::serial, {0, 40}, serial.forcing(), serial.state(), 300.0);
    terms.integrate(Backend::openmp, {0, 40}, threads.forcing(), threads.state(), 300.0);
    for (std::size_t cell = 0; cell < 40; ++cell) EXPECT_TRUE(same_bits(serial, cell, threads, cell)) << cell;
  }
}

TEST(SourceTerms, RangesChangeNothing) {
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    SCOPED_TRACE(name);
    SourceTerms terms(grid, with_package(package));
    test::Cells serial(grid, 40), pieces(grid, 40);
    for (test::Cells* cells : {&serial, &pieces}) fill(*cells);
    terms.integrate(Backend::serial, {0, 40}, serial.forcing(), serial.state(), 300.0);
    for (Range range : {Range{0, 1}, Range{1, 14}, Range{14, 14}, Range{14, 40}})
      terms.integrate(Backend::serial, range, pieces.forcing(), pieces.state(), 300.0);
    for (std::size_t cell = 0; cell < 40; ++cell) EXPECT_TRUE(same_bits(serial, cell, pieces, cell)) << cell;
  }
}

TEST(SourceTerms, LeaveBlockedCellsAlone) {
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    SCOPED_TRACE(name);
    SourceTerms terms(grid, with_package(package));
    test::Cells cells(grid, 12), before(grid, 12);
    fill(cells);
    fill(before);
    for (std::size_t cell : {1, 4, 11}) cells.blocked[cell] = 1;
    terms.integrate(Backend::serial, {0, 12}, cells.forcing(), cells.state(), 300.0);
    for (std::size_t cell = 0; cell < 12; ++cell)
      EXPECT_EQ(same_bits(cells, cell, before, cell), cells.blocked[cell] == 1) << cell;
  }
}

TEST(SourceTerms, CutALongStepIntoEqualParts) {
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    SCOPED_TRACE(name);
    SourceTermsSettings settings = with_package(package);
    settings.max_source_step = 60.0;
    SourceTerms terms(grid, settings);
    test::Cells once(grid, 2), often(grid, 2);
    fill(once);
    fill(often);
    terms.integrate(Backend::serial, {0, 2}, once.forcing(), once.state(), 900.0);
    for (int step = 0; step < 3; ++step)
      terms.integrate(Backend::serial, {0, 2}, often.forcing(), often.state(), 300.0);
    for (std::size_t cell = 0; cell < 2; ++cell)
      EXPECT_NEAR(total_height(once, cell) / total_height(often, cell), 1.0, 1e-5) << cell;
  }
}

TEST(SourceTerms, WithEverythingOffChangeNothing) {
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    SCOPED_TRACE(name);
    SourceTermsSettings off = with_package(package);
    off.air_damping = off.cumulative_breaking = false;
    off.wind_input = off.linear_input = off.whitecapping = off.nonlinear_transfer = false;
    off.bottom_friction = off.depth_breaking = off.diagnostic_tail = false;
    SourceTerms terms(grid, off);
    test::Cells cells(grid, 1, 10.0);
    const auto variance = test::jonswap_variance(grid, 0.01, 0.1, 0.3);
    cells.set_variance(0, variance);
    cells.set_wind(0, 20.0, 0.3);
    const auto before = cells.variance(0, 500);
    terms.integrate(Backend::serial, {0, 1}, cells.forcing(), cells.state(), 600.0);
    EXPECT_NEAR(cells.variance(0, 500) / before, 1.0, 1e-6);
    for (int bin = 0; bin < grid.n_bin(); ++bin)
      EXPECT_NEAR(cells.variance(0, bin), variance[std::size_t(bin)],
                  1e-6 * variance[std::size_t(bin)] + 1e-30);
  }
}

TEST(SourceTerms, BalanceHasEachTermByItself) {
  const SpectralGrid grid;
  SourceTermsSettings settings;
  settings.whitecapping = false;
  const SourceTerms terms(grid, settings);
  test::Cells cells(grid, 2, 20.0);
  fill(cells);
  cells.set_wind(1, 15.0, 2.0);
  const auto balance = terms.balance(1, cells.forcing(), cells.state());
  const auto sum_of = [&](const std::vector<double>& values) {
    double sum = 0.0;
    for (double v : values) sum += v;
    return sum;
  };
  EXPECT_GT(sum_of(balance["wind_input"]), 0.0);
  EXPECT_GT(sum_of(balance["linear_input"]), 0.0);
  EXPECT_LT(sum_of(balance["bottom_friction"]), 0.0);
  EXPECT_EQ(sum_of(balance["whitecapping"]), 0.0);
  EXPECT_EQ(sum_of(balance["swell_damping"]), 0.0);
  EXPECT_GT(balance.wave_stress, 0.0);
  EXPECT_LT(balance.wave_stress, balance.friction_velocity * balance.friction_velocity);
}

// The stress of waves in one direction points in that direction. The stress of waves in two directions that
// are symmetric about the wind points along the wind.
TEST(SourceStep, WaveStressIsTheLengthOfAVector) {
  const SpectralGrid grid;
  const auto stress_of = [&](int first, int second) {
    test::OneCell<double> cell(grid, {});
    std::vector<double> variance(std::size_t(grid.n_bin()), 0.0);
    for (int dir : {first, second}) variance[std::size_t(20 * grid.n_dir() + dir)] += 1.0;
    cell.set_variance(variance);
    cell.set_wind(12.0, 0.0);
    SourceStep<double, JanssenInput<double>> step(cell.view(), cell.scratch, cell.forcing);
    step.start(HostLane{});
    step.use_input(HostLane{}, 0.5, 0.002);
    return step.compute_wave_stress(HostLane{}, {0.5, 0.002, 0.0});
  };
  const double oblique = stress_of(4, 4);
  EXPECT_GT(oblique, 1e-3);
  EXPECT_LT(oblique, 0.5 * 0.5 * 0.5);
  EXPECT_NEAR(stress_of(4, grid.n_dir() - 5) / oblique, std::cos(grid.direction()[4]), 1e-9);
}

TEST(SourceTerms, FrictionVelocityBeforeTheFirstStepIsThatOfTheBalance) {
  const SpectralGrid grid;
  for (const auto& [name, package] : physics_packages) {
    const SourceTermsSettings settings = with_package(package);
    SourceTerms terms(grid, settings);
    test::Cells cells(grid, 11, 20.0), start(grid, 11, 20.0);
    fill(cells);
    fill(start);
    terms.update_friction_velocity(Backend::serial, {0, 11}, cells.forcing(), cells.state());
    for (std::size_t cell = 0; cell < 11; ++cell) {
      const double expected =
          terms.balance(std::int64_t(cell), cells.forcing(), cells.state()).friction_velocity;
      EXPECT_GT(expected, 0.0);
      EXPECT_NEAR(cells.state().friction_velocity[cell], expected, 1e-4 * expected) << name << " " << cell;
      EXPECT_EQ(cells.state().wave_stress[cell], start.state().wave_stress[cell]);
      for (int bin = 0; bin < grid.n_bin(); ++bin)
        ASSERT_EQ(cells.state().action(cell, std::size_t(bin)), start.state().action(cell, std::size_t(bin)));
    }
  }
}

TEST(SwellDamping, DampsSwellAgainstTheWindOnly) {
  const SpectralGrid grid;
  SourceTermsSettings settings;
  settings.swell_damping = true;
  const SourceTerms terms(grid, settings);
  test::Cells cells(grid, 1);
  cells.set_variance(0, std::vector<double>(std::size_t(grid.n_bin()), 1e-3));
  cells.set_wind(0, 10.0, 0.0);
  const auto balance = terms.balance(0, cells.forcing(), cells.state());
  for (int freq = 0; freq < 35; ++freq) {
    EXPECT_LT(balance["swell_damping"][std::size_t(freq * 36 + 18)], 0.0);  // against the wind
    for (int dir = 0; dir < 36; ++dir) EXPECT_LE(balance["swell_damping"][std::size_t(freq * 36 + dir)], 0.0);
  }
  // The formula at one bin, against the wind, at about 0.12 Hz.
  const int freq = 11;
  const double sigma = grid.sigma()[freq], c = gravity / sigma, k = sigma / c;
  const double x = balance.friction_velocity / c + 0.011;
  const double rate =
      2.0 * 1.225e-3 * 0.4 * sigma * x * x *
      (std::cos(grid.direction()[18]) -
       0.4 * c / (balance.friction_velocity * std::abs(std::log(k * balance.roughness_length))));
  EXPECT_NEAR(balance["swell_damping"][std::size_t(freq * 36 + 18)] / (rate * 1e-3), 1.0, 1e-5);
}

// Timing reports each active term once, in the order of the list, and does not change the sea.
TEST(SourceTerms, AreTimedPartByPartAndTermByTerm) {
  SourceTermsSettings settings;
  settings.whitecapping = false;
  settings.swell_damping = true;
  SourceTerms terms(SpectralGrid(), settings);
  test::Cells cells(SpectralGrid(), 11), untouched(SpectralGrid(), 11);
  fill(cells);
  fill(untouched);
  const SourceTimings timings = terms.time_terms({0, 11}, cells.forcing(), cells.state(), 2);
  std::vector<std::string_view> names;
  double parts = 0.0;
  for (const SourceTiming& part : timings.parts) parts += part.ns_per_cell_bin;
  for (const SourceTiming& term : timings.terms) {
    names.push_back(term.name);
    EXPECT_TRUE(std::isfinite(term.ns_per_cell_bin)) << term.name;
  }
  EXPECT_EQ(timings.parts.size(), 6u);
  EXPECT_GT(parts, 0.0);
  EXPECT_EQ(names, (std::vector<std::string_view>{"wind_input", "linear_input", "nonlinear_transfer",
                                                  "bottom_friction", "depth_breaking", "swell_damping"}));
  for (std::size_t cell = 0; cell < 11; ++cell) EXPECT_TRUE(same_bits(cells, cell, untouched, cell));
}

TEST(SourceTerms, RefuseValuesOutOfRange) {
  const SpectralGrid grid;
  const auto refused = [&](auto change) {
    SourceTermsSettings settings;
    change(settings);
    EXPECT_THROW(SourceTerms(grid, settings), Error);
  };
  refused([](auto& s) { s.max_source_step = 0.0; });
  refused([](auto& s) { s.breaking_gamma = 0.0; });
  refused([](auto& s) { s.wave_stress_limit = -1.0; });
}

}  // namespace groundswell
