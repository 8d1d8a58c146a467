// SPDX-License-Identifier: Apache-2.0
// The toy of an ocean against solutions of its equations: volume, inertial oscillation, set-up by wind,
// seiche.
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

// The whole grid on one process.
struct WholeOcean {
  explicit WholeOcean(const ToyOceanSettings& settings, const ToyDepth& depth = {})
      : ocean(settings, {0, settings.grid.n_lat()}, depth),
        east(ocean.depth().size, 0.0),
        north(ocean.depth().size, 0.0) {}
  void step(double dt) {
    ocean.step(dt, {east.data(), east.size()}, {north.data(), north.size()}, no_neighbour);
  }
  View<double> state(std::size_t i) {
    StateList list;
    ocean.list_state(list);
    return {reinterpret_cast<double*>(list.cells()[i].rows.data), east.size()};
  }

  ToyOcean ocean;
  std::vector<double> east, north;  // [Pa] stress
};

// A sea with an island and steep slopes.
double rugged_depth(double lon, double lat) {
  const double s = std::sin(40.0 * lon) * std::cos(25.0 * lat);
  return s < -0.7 ? -1.0 : s < 0.0 ? 20.0 : 20.0 + 4000.0 * s;
}

std::vector<double> random_stress(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> stress(n);
  for (double& value : stress) value = std::uniform_real_distribution(-2.0, 2.0)(random);
  stress[n / 2] = std::numeric_limits<double>::quiet_NaN();
  return stress;
}

TEST(ToyOcean, KeepsItsVolume) {
  ToyOceanSettings settings;
  settings.grid = {-10.0, 20.0, 30.0, 50.0, 1.0};
  WholeOcean sea(settings, rugged_depth);
  sea.east = random_stress(sea.east.size(), 1), sea.north = random_stress(sea.east.size(), 2);
  for (int i = 0; i < 48; ++i) sea.step(1800.0);
  double sum = 0.0, magnitude = 0.0;
  const auto n_lon = std::size_t(settings.grid.n_lon());
  for (std::size_t i = 0; i < sea.east.size(); ++i) {
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
  std::fill_n(sea.state(1).data, sea.east.size(), 1.0);
  for (std::size_t i = 40; i < sea.east.size(); i += 41) sea.state(1)[i] = 0.0;  // the coast
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

TEST(ToyOcean, WindSetsUpTheLevelOfAChannel) {
  ToyOceanSettings settings;
  settings.grid = {0.0, 10.0, 40.0, 40.5, 0.5};
  WholeOcean sea(settings, [](double lon, double) { return 20.0 + 2.0 * lon / degree; });
  std::fill(sea.east.begin(), sea.east.end(), 0.8);
  std::fill(sea.north.begin(), sea.north.end(), 5.0);  // against the coasts: without effect
  for (int i = 0; i < 1000; ++i) sea.step(3600.0);
  const double dx = earth_radius * 0.5 * degree * std::cos(40.25 * degree);
  double error = 0.0;
  for (std::size_t i = 0; i + 1 < sea.east.size(); ++i) {
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
  std::fill(sea.east.begin(), sea.east.end(), 0.2);
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
  std::fill(sea.east.begin(), sea.east.end(), 0.2);
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
  sea.east = random_stress(sea.east.size(), 3);
  sea.step(1.0);
  std::fill(sea.east.begin(), sea.east.end(), 0.0);
  const auto east = sea.state(1), north = sea.state(2);
  const auto energy = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i < sea.east.size(); ++i)
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
  const auto stress_east = random_stress(whole, 4), stress_north = random_stress(whole, 5);
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
    for (int i = 0; i < 5; ++i)
      ocean.step(3600.0, {stress_east.data() + first, n}, {stress_north.data() + first, n}, exchange);
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
  sea.east = again.east = random_stress(200, 6), sea.north = again.north = random_stress(200, 7);
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
