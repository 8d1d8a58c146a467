// SPDX-License-Identifier: Apache-2.0
// The toy of an ocean against solutions of its equations: volume, inertial oscillation, set-up by wind and
// waves, the current against a Stokes transport, seiche.
#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "support/sentences.hpp"
#include "toys/toy_ocean.hpp"

namespace groundswell {
namespace {

void no_neighbour(std::span<const Rows<double>>) {}

std::vector<double> sea_values(View<const double> values) {
  return {values.begin(), values.end()};
}

// What acts on the points of a grid.
struct SlowForcing {
  explicit SlowForcing(std::size_t n_point) {
    for (auto* values : {&stress_east, &stress_north, &stokes_east, &stokes_north, &force_east, &force_north})
      values->assign(n_point, 0.0);
  }
  ToyOceanForcing part(std::size_t first, std::size_t n) const {
    const auto view = [&](const std::vector<double>& values) {
      return View<const double>{values.data() + first, n};
    };
    return {{view(stress_east), view(stress_north)},
            {view(stokes_east), view(stokes_north)},
            {view(force_east), view(force_north)}};
  }

  std::vector<double> stress_east, stress_north, stokes_east, stokes_north, force_east, force_north;
};

// The whole grid on one process.
struct WholeOcean : SlowForcing {
  explicit WholeOcean(const ToyOceanSettings& settings, const ToyDepth& depth = {})
      : SlowForcing(std::size_t(settings.grid.n_lat()) * std::size_t(settings.grid.n_lon())),
        ocean(settings, {0, settings.grid.n_lat()}, depth) {}
  std::size_t size() const { return stress_east.size(); }
  void step(double dt) { ocean.step(dt, part(0, size()), no_neighbour); }
  View<double> state(std::size_t i) {
    StateList list;
    ocean.list_state(list);
    return {reinterpret_cast<double*>(list.cells()[i].rows.data), size()};
  }

  ToyOcean ocean;
};

// A sea with an island and steep slopes.
double rugged_depth(double lon, double lat) {
  const double s = std::sin(40.0 * lon) * std::cos(25.0 * lat);
  return s < -0.7 ? -1.0 : s < 0.0 ? 20.0 : 20.0 + 4000.0 * s;
}

void fill_randomly(SlowForcing& forcing, unsigned seed) {
  std::mt19937 random(seed);
  for (auto* values : {&forcing.stress_east, &forcing.stress_north, &forcing.stokes_east,
                       &forcing.stokes_north, &forcing.force_east, &forcing.force_north}) {
    for (double& value : *values) value = std::uniform_real_distribution(-2.0, 2.0)(random);
    (*values)[values->size() / 2] = std::numeric_limits<double>::quiet_NaN();
  }
}

TEST(ToyOcean, KeepsItsVolume) {
  ToyOceanSettings settings;
  settings.grid = {-10.0, 20.0, 30.0, 50.0, 1.0};
  WholeOcean sea(settings, rugged_depth);
  fill_randomly(sea, 1);
  for (int i = 0; i < 48; ++i) sea.step(1800.0);
  double sum = 0.0, magnitude = 0.0;
  const auto n_lon = std::size_t(settings.grid.n_lon());
  for (std::size_t i = 0; i < sea.size(); ++i) {
    const double volume = sea.ocean.sea_level()[i] * std::cos(settings.grid.lat(double(i / n_lon)));
    sum += volume, magnitude += std::abs(volume);
    if (sea.ocean.depth()[i] == 0.0) {
      EXPECT_EQ(sea.ocean.sea_level()[i], 0.0);
      EXPECT_EQ(sea.ocean.current_east()[i], 0.0);
      EXPECT_EQ(sea.ocean.current_north()[i], 0.0);
    }
  }
  RecordProperty("volume", text(sum / magnitude));
  EXPECT_GT(magnitude, 1.0);
  EXPECT_LT(std::abs(sum), 1e-12 * magnitude);
}

TEST(ToyOcean, AFreeCurrentTurnsOnceInAnInertialPeriod) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 0.41, -45.205, -44.795, 0.01};
  settings.depth = 1e-4;  // waves hardly move in a period
  settings.friction = 0.0;
  WholeOcean sea(settings);
  const double f = 2.0 * earth_rotation * std::sin(-45.0 * degree), dt = 2.0 * pi / std::abs(f) / 2000.0;
  std::fill_n(sea.state(1).data, sea.size(), 1.0);
  for (std::size_t i = 40; i < sea.size(); i += 41) sea.state(1)[i] = 0.0;  // the coast
  const std::size_t middle = 20 * 41 + 20;
  double error = 0.0;
  for (int i = 1; i <= 2000; ++i) {
    sea.step(dt);
    const double east = std::cos(f * i * dt), north = -std::sin(f * i * dt);
    error = std::max(error, std::hypot(sea.ocean.current_east()[middle] - east,
                                       sea.ocean.current_north()[middle] - north));
  }
  RecordProperty("inertial", text(error));
  EXPECT_LT(error, 3e-3);  // half a step in time is 1.6e-3
}

// From rest, the current settles against a uniform Stokes transport (Hasselmann 1970), but for an inertial
// oscillation: w = u + T_s/h turns, so that u = T_s/h (cos ft - 1) in the mean of a period is -T_s/h.
TEST(ToyOcean, TheCurrentTurnsAroundTheOppositeOfTheStokesDrift) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 0.41, -45.205, -44.795, 0.01};
  settings.depth = 1e-4;  // waves from the coasts do not arrive in a period
  settings.friction = 0.0;
  WholeOcean sea(settings);
  const double f = 2.0 * earth_rotation * std::sin(-45.0 * degree), dt = 2.0 * pi / std::abs(f) / 2000.0;
  std::fill(sea.stokes_east.begin(), sea.stokes_east.end(), 3e-5);
  std::fill(sea.stokes_north.begin(), sea.stokes_north.end(), -4e-5);
  const std::size_t middle = 20 * 41 + 20;
  double error = 0.0, mean_east = 0.0, mean_north = 0.0;
  for (int i = 1; i <= 2000; ++i) {
    sea.step(dt);
    const double c = std::cos(f * i * dt), s = std::sin(f * i * dt);
    const double east = sea.ocean.current_east()[middle], north = sea.ocean.current_north()[middle];
    error =
        std::max(error, std::hypot(east - (0.3 * (c - 1.0) - 0.4 * s), north - (-0.4 * (c - 1.0) - 0.3 * s)));
    mean_east += east / 2000.0, mean_north += north / 2000.0;
  }
  EXPECT_LT(error, 2e-3);
  EXPECT_NEAR(mean_east, -0.3, 3e-4);
  EXPECT_NEAR(mean_north, 0.4, 3e-4);
}

// A current that carries back any Stokes transport is steady over any sea floor: nothing piles up or turns.
TEST(ToyOcean, ACurrentAgainstTheStokesTransportIsSteady) {
  ToyOceanSettings settings;
  settings.grid = {-10.0, 20.0, 30.0, 50.0, 1.0};
  settings.friction = 0.0;
  WholeOcean sea(settings, rugged_depth);
  fill_randomly(sea, 9);
  for (auto* values : {&sea.stress_east, &sea.stress_north, &sea.force_east, &sea.force_north})
    std::fill(values->begin(), values->end(), 0.0);
  const auto depth = sea.ocean.depth();
  const auto missing_as_0 = [](double value) { return std::isnan(value) ? 0.0 : value; };
  const auto carry_back = [&](View<double> current, const std::vector<double>& stokes, std::size_t i,
                              std::size_t beside) {
    if (depth[i] > 0.0 && depth[beside] > 0.0)
      current[i] =
          -0.5 * (missing_as_0(stokes[i]) + missing_as_0(stokes[beside])) / std::min(depth[i], depth[beside]);
  };
  for (std::size_t i = 0; i < sea.size(); ++i) {
    if (i % 30 != 29) carry_back(sea.state(1), sea.stokes_east, i, i + 1);
    if (i + 30 < sea.size()) carry_back(sea.state(2), sea.stokes_north, i, i + 30);
  }
  const auto east = sea_values(sea.state(1)), north = sea_values(sea.state(2));
  for (int i = 0; i < 24; ++i) sea.step(1800.0);
  for (std::size_t i = 0; i < sea.size(); ++i) {
    EXPECT_NEAR(sea.ocean.sea_level()[i], 0.0, 1e-13);
    EXPECT_NEAR(sea.state(1)[i], east[i], 1e-13);
    EXPECT_NEAR(sea.state(2)[i], north[i], 1e-13);
  }
  EXPECT_GT(*std::max_element(east.begin(), east.end()), 0.01);
}

// In a closed channel the current carries the Stokes transport back, against a friction that the level's
// slope balances: g d eta/dx = r T_s / h^2.
TEST(ToyOcean, StokesTransportTowardsACoastRaisesTheLevelThere) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 10.0, 40.0, 40.5, 0.5};
  settings.friction = 0.01;
  WholeOcean sea(settings);
  std::fill(sea.stokes_east.begin(), sea.stokes_east.end(), 1.5);
  std::fill(sea.stokes_north.begin(), sea.stokes_north.end(), 5.0);  // against the coasts: without effect
  for (int i = 0; i < 200; ++i) sea.step(3600.0);
  const double dx = earth_radius * 0.5 * degree * std::cos(40.25 * degree);
  for (std::size_t i = 0; i + 1 < sea.size(); ++i) {
    EXPECT_NEAR(sea.state(1)[i], -1.5 / 50.0, 1e-9);
    EXPECT_NEAR((sea.ocean.sea_level()[i + 1] - sea.ocean.sea_level()[i]) / dx,
                0.01 * 1.5 / (2500.0 * gravity), 1e-12);
  }
}

// rho g h d eta/dx = F (Longuet-Higgins & Stewart 1964) between any two boxes, to the east and to the north.
TEST(ToyOcean, WavesSetUpTheLevelOfAChannel) {
  for (const bool is_eastward : {true, false}) {
    ToyOceanSettings settings;
    settings.grid = is_eastward ? ToyGrid{0.0, 10.0, 40.0, 40.5, 0.5} : ToyGrid{0.0, 0.5, 40.0, 50.0, 0.5};
    WholeOcean sea(settings);
    auto& force = is_eastward ? sea.force_east : sea.force_north;
    for (std::size_t i = 0; i < sea.size(); ++i) force[i] = std::exp(-0.1 * double(i));
    for (int i = 0; i < 1500; ++i) sea.step(3600.0);
    const double dx = earth_radius * 0.5 * degree * (is_eastward ? std::cos(40.25 * degree) : 1.0);
    for (std::size_t i = 0; i + 1 < sea.size(); ++i) {
      const double slope = (sea.ocean.sea_level()[i + 1] - sea.ocean.sea_level()[i]) / dx;
      EXPECT_NEAR(slope * water_density * gravity * 50.0 * 2.0 / (force[i] + force[i + 1]), 1.0, 1e-6);
    }
  }
}

TEST(ToyOcean, WindSetsUpTheLevelOfAChannel) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 10.0, 40.0, 40.5, 0.5};
  WholeOcean sea(settings, [](double lon, double) { return 20.0 + 2.0 * lon / degree; });
  std::fill(sea.stress_east.begin(), sea.stress_east.end(), 0.8);
  std::fill(sea.stress_north.begin(), sea.stress_north.end(), 5.0);  // against the coasts: without effect
  for (int i = 0; i < 1000; ++i) sea.step(3600.0);
  const double dx = earth_radius * 0.5 * degree * std::cos(40.25 * degree);
  double error = 0.0;
  for (std::size_t i = 0; i + 1 < sea.size(); ++i) {
    const double h = std::min(sea.ocean.depth()[i], sea.ocean.depth()[i + 1]);
    const double slope = (sea.ocean.sea_level()[i + 1] - sea.ocean.sea_level()[i]) / dx;
    error = std::max(error, std::abs(slope / (0.8 / (water_density * gravity * h)) - 1.0));
    EXPECT_NEAR(sea.ocean.current_east()[i], 0.0, 1e-9);
  }
  RecordProperty("slope", text(error));
  EXPECT_LT(error, 1e-8);
}

TEST(ToyOcean, FrictionBalancesTheWindAroundTheGlobe) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 360.0, 50.0, 55.0, 5.0};
  settings.friction = 1e-3;
  WholeOcean sea(settings);
  std::fill(sea.stress_east.begin(), sea.stress_east.end(), 0.2);
  for (int i = 0; i < 400; ++i) sea.step(3600.0);
  for (double current : sea.ocean.current_east()) EXPECT_NEAR(current, 0.2 / (water_density * 1e-3), 1e-10);
  for (double level : sea.ocean.sea_level()) EXPECT_NEAR(level, 0.0, 1e-12);
}

// A current around the globe between coasts settles in balance with the slope of the level across it.
TEST(ToyOcean, TheLevelLeansAcrossACurrent) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 360.0, -60.0, -30.0, 6.0};
  settings.friction = 1e-3;
  WholeOcean sea(settings);
  std::fill(sea.stress_east.begin(), sea.stress_east.end(), 0.2);
  for (int i = 0; i < 700; ++i) sea.step(86400.0);
  const double dy = earth_radius * 6.0 * degree;
  const auto n_lon = std::size_t(settings.grid.n_lon());
  for (int row = 0; row + 1 < settings.grid.n_lat(); ++row) {
    const auto here = std::size_t(row) * n_lon + 3, north = here + n_lon;
    const double f = 2.0 * earth_rotation * std::sin(settings.grid.lat(row + 0.5));
    EXPECT_NEAR((sea.ocean.sea_level()[north] - sea.ocean.sea_level()[here]) / dy, -f * 0.2 / gravity, 1e-12);
    EXPECT_NEAR(sea.ocean.current_north()[here], 0.0, 1e-10);
  }
}

TEST(ToyOcean, ASeicheSwingsWithItsPeriod) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 10.0, 0.0, 0.1, 0.1};
  settings.friction = 0.0;
  WholeOcean sea(settings);
  std::vector<double> first;
  for (int i = 0; i < 100; ++i) first.push_back(std::cos(pi * (i + 0.5) / 100.0));
  std::copy(first.begin(), first.end(), sea.state(0).data);
  const double period =
      2.0 * earth_radius * 10.0 * degree * std::cos(0.05 * degree) / std::sqrt(gravity * 50.0);
  for (int i = 0; i < 4; ++i) sea.step(period / 8.0);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_NEAR(sea.ocean.sea_level()[i], -first[i], 1e-2);
  for (int i = 0; i < 4; ++i) sea.step(period / 8.0);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_NEAR(sea.ocean.sea_level()[i], first[i], 1e-2);
}

// The largest ratio of the energy to that at first, in the longest steps that are divided into two.
double most_energy(const ToyOceanSettings& settings, const ToyDepth& depth) {
  WholeOcean sea(settings, depth);
  double dt = 1e3;
  while (sea.ocean.count_sub_steps(dt) > 2) dt *= 0.99;
  while (sea.ocean.count_sub_steps(dt * 1.001) <= 2) dt *= 1.001;
  fill_randomly(sea, 3);
  sea.step(1.0);
  static_cast<SlowForcing&>(sea) = SlowForcing(sea.size());
  const auto east = sea.state(1), north = sea.state(2);
  const auto energy = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i < sea.size(); ++i)
      sum += std::cos(settings.grid.lat(double(i / std::size_t(settings.grid.n_lon())))) *
             (gravity * sea.ocean.sea_level()[i] * sea.ocean.sea_level()[i] +
              sea.ocean.depth()[i] * (east[i] * east[i] + north[i] * north[i]));
    return sum;
  };
  const double before = energy();
  double most = 0.0;
  for (int i = 0; i < 200; ++i) sea.step(dt), most = std::max(most, energy());
  return most / before;
}

TEST(ToyOcean, StaysStableInTheLongestSubSteps) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 360.0, -80.0, 80.0, 10.0};
  settings.friction = 0.0;
  settings.depth = 5000.0;
  // Short waves at the limit swing between energies in the ratio (2 + 1.4) / (2 - 1.4).
  EXPECT_LT(most_energy(settings, {}), 6.0);
  EXPECT_LT(most_energy(settings, rugged_depth), 6.0);
  settings.depth = 1e-6;  // where only the Coriolis force matters
  EXPECT_LT(most_energy(settings, {}), 6.0);
}

// All parts of a grid, each in a thread; a barrier stands for the messages.
std::vector<double> run_parts(const ToyOceanSettings& settings, int n_part) {
  std::vector<std::vector<Rows<double>>> posted((std::size_t(n_part)));
  std::vector<std::vector<double>> results(posted.size());
  std::barrier meet(n_part);
  const auto n_lon = std::size_t(settings.grid.n_lon());
  const auto whole = n_lon * std::size_t(settings.grid.n_lat());
  SlowForcing forcing(whole);
  fill_randomly(forcing, 4);
  const auto run = [&](int part) {
    const ExchangeRows exchange = [&](std::span<const Rows<double>> fields) {
      posted[std::size_t(part)] = {fields.begin(), fields.end()};
      meet.arrive_and_wait();
      for (std::size_t k = 0; k < fields.size(); ++k) {
        if (part > 0) {
          const Rows<double>& south = posted[std::size_t(part) - 1][k];
          std::copy_n(south.row(south.n_row - 2), n_lon, fields[k].row(0));
        }
        if (part + 1 < n_part)
          std::copy_n(posted[std::size_t(part) + 1][k].row(1), n_lon, fields[k].row(fields[k].n_row - 1));
      }
      meet.arrive_and_wait();
    };
    const Block rows = make_block(settings.grid.n_lat(), part, n_part);
    ToyOcean ocean(settings, rows, rugged_depth);
    const std::size_t first = std::size_t(rows.begin) * n_lon, n = std::size_t(rows.size()) * n_lon;
    for (int i = 0; i < 5; ++i) ocean.step(3600.0, forcing.part(first, n), exchange);
    for (auto values : {ocean.sea_level(), ocean.current_east(), ocean.current_north()})
      for (double value : values) results[std::size_t(part)].push_back(value);
  };
  std::vector<std::thread> threads;
  for (int part = 0; part < n_part; ++part) threads.emplace_back(run, part);
  for (std::thread& thread : threads) thread.join();
  std::vector<double> joined;  // [field][point]
  for (std::size_t k = 0; k < 3; ++k)
    for (const auto& result : results) {
      const auto n = std::ptrdiff_t(result.size() / 3);
      joined.insert(joined.end(), result.begin() + std::ptrdiff_t(k) * n,
                    result.begin() + std::ptrdiff_t(k + 1) * n);
    }
  return joined;
}

TEST(ToyOcean, TheBitsDoNotDependOnTheSplit) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 360.0, -70.0, 70.0, 10.0};
  const auto whole = run_parts(settings, 1);
  EXPECT_GT(*std::max_element(whole.begin(), whole.end()), 0.01);
  for (int n_part : {2, 3, 5, 14}) EXPECT_EQ(run_parts(settings, n_part), whole) << n_part;
}

TEST(ToyOcean, GoesOnFromItsState) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 20.0, 0.0, 10.0, 1.0};
  WholeOcean sea(settings), again(settings);
  fill_randomly(sea, 6), fill_randomly(again, 6);
  for (int i = 0; i < 3; ++i) sea.step(900.0);
  for (std::size_t k = 0; k < 3; ++k) std::copy_n(sea.state(k).data, 200, again.state(k).data);
  again.ocean.update_current(no_neighbour);
  EXPECT_EQ(sea_values(again.ocean.current_north()), sea_values(sea.ocean.current_north()));
  sea.step(900.0), again.step(900.0);
  EXPECT_EQ(sea_values(again.ocean.sea_level()), sea_values(sea.ocean.sea_level()));
  EXPECT_EQ(sea_values(again.ocean.current_east()), sea_values(sea.ocean.current_east()));
}

TEST(ToyOcean, ImpossibleSettingsAreRefused) {
  ToyOceanSettings settings;
  const auto message = [&](Block rows) { return test::message_of([&] { ToyOcean(settings, rows); }); };
  test::expect_words(message({5, 5}), {"fewer rows than the ocean has processes"});
  settings.depth = 0.0;
  test::expect_words(message({0, 5}), {"has no water"});
  settings.friction = -1.0;
  test::expect_words(message({0, 5}), {"friction", "-1", "must not be negative"});
  settings.grid.step = 7.0;
  test::expect_words(message({0, 5}), {"not a whole number of steps of 7 degrees"});
}

}  // namespace
}  // namespace groundswell
