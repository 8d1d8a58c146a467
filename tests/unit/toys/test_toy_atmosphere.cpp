// SPDX-License-Identifier: Apache-2.0
// The toy of an atmosphere against its two laws solved by bisection, against small explicit steps, and
// against the solution for a given stress.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "support/sentences.hpp"
#include "toys/toy_atmosphere.hpp"

namespace groundswell {
namespace {

double bisect(double low, double high, const std::function<double(double)>& rising) {
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (rising(middle) > 0.0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

// C_D from the friction velocity at which the logarithmic profile has this speed at 10 m.
double slow_drag(double speed, double charnock) {
  const double ustar = bisect(1e-6, 0.08 * speed, [&](double u) {
    return u * std::log(10.0 * gravity / (charnock * u * u)) - von_karman * speed;
  });
  return ustar * ustar / (speed * speed);
}

ToyAtmosphereSettings calm_settings() {
  ToyAtmosphereSettings settings;
  settings.grid = {-5.0, 5.0, 10.0, 20.0, 2.0};
  settings.max_speed = 0.0;
  settings.background_speed = 30.0;
  settings.background_from_degree = 250.0;
  return settings;
}

std::vector<double> air_values(View<const double> values) {
  return {values.begin(), values.end()};
}

Block all_rows(const ToyAtmosphereSettings& settings) {
  return {0, settings.grid.n_lat()};
}

TEST(ToyAtmosphere, DragFollowsBothLaws) {
  for (double charnock : {0.004, 0.0185, 0.04})
    for (double speed : {0.2, 1.0, 7.0, 20.0, 40.0})
      EXPECT_NEAR(compute_toy_drag(speed, charnock) / slow_drag(speed, charnock), 1.0, 1e-11)
          << speed << " m/s, " << charnock;
  // The roughness ends at 0.1 m.
  EXPECT_DOUBLE_EQ(compute_toy_drag(200.0, 0.3), std::pow(von_karman / std::log(100.0), 2));
  EXPECT_TRUE(std::isfinite(compute_toy_drag(0.0, 0.0185)));
}

TEST(ToyAtmosphere, RougherWavesLeaveAWeakerWindOfTheSteadyState) {
  const auto settings = calm_settings();
  ToyAtmosphere air(settings, all_rows(settings));
  std::vector<double> charnock(air.wind_east().size);
  for (std::size_t i = 0; i < charnock.size(); ++i) charnock[i] = 0.005 + 0.002 * double(i);
  charnock[3] = std::numeric_limits<double>::quiet_NaN(), charnock[4] = -1.0;
  for (int i = 0; i < 200; ++i) air.step(i * 1800.0, 1800.0, {charnock.data(), charnock.size()});
  double weaker = 100.0;
  for (std::size_t i = 0; i < charnock.size(); ++i) {
    const double alpha = i == 3 || i == 4 ? 0.0185 : charnock[i];
    const double expected = bisect(1.0, 30.0, [&](double s) {
      return slow_drag(s, alpha) * s * s / settings.depth - (30.0 - s) / settings.relaxation;
    });
    const double east = air.wind_east()[i], north = air.wind_north()[i], speed = std::hypot(east, north);
    EXPECT_NEAR(speed, expected, 1e-8) << i;
    EXPECT_NEAR(std::atan2(east, north) / degree, 70.0, 1e-9);
    EXPECT_NEAR(air.stress_east()[i], air_density * slow_drag(speed, alpha) * speed * east, 1e-9);
    EXPECT_NEAR(air.stress_north()[i], air_density * slow_drag(speed, alpha) * speed * north, 1e-9);
    if (i < 5) continue;
    EXPECT_LT(speed, weaker);
    weaker = speed;
  }
  EXPECT_LT(weaker, 0.9 * std::hypot(air.wind_east()[0], air.wind_north()[0]));
}

TEST(ToyAtmosphere, BeginsInTheSteadyStateAndStaysStableInLongSteps) {
  const auto settings = calm_settings();
  ToyAtmosphere air(settings, all_rows(settings));
  const double east = air.wind_east()[3], north = air.wind_north()[3];
  air.step(0.0, 60.0, {});
  EXPECT_NEAR(air.wind_east()[3], east, 1e-10);
  const std::vector<double> rough(air.wind_east().size, 0.3);
  air.step(60.0, 1e3, {rough.data(), rough.size()});
  EXPECT_LT(std::hypot(air.wind_east()[3], air.wind_north()[3]), std::hypot(east, north) - 0.5);
  air.step(1060.0, 1e12, {});
  EXPECT_NEAR(air.wind_east()[3], east, 1e-6);
  EXPECT_NEAR(air.wind_north()[3], north, 1e-6);
}

TEST(ToyAtmosphere, ShortStepsFollowTheEquation) {
  const auto settings = calm_settings();
  ToyAtmosphere air(settings, all_rows(settings));
  const std::vector<double> smooth(air.wind_east().size, 0.001);
  double speed = std::hypot(air.wind_east()[0], air.wind_north()[0]);
  for (int i = 0; i < 3600; ++i)
    speed += 1.0 * ((30.0 - speed) / settings.relaxation -
                    slow_drag(speed, 0.001) * speed * speed / settings.depth);
  for (int i = 0; i < 360; ++i) air.step(i * 10.0, 10.0, {smooth.data(), smooth.size()});
  EXPECT_NEAR(std::hypot(air.wind_east()[0], air.wind_north()[0]), speed, 2e-3);
}

View<const double> view_of(const std::vector<double>& values) {
  return {values.data(), values.size()};
}

// du/dt = (u_p - u) / T - tau / (rho_a H): u - u_end falls as exp(-t/T), in implicit steps as (1 + dt/T)^-n.
TEST(ToyAtmosphere, AConstantStressSlowsTheWindExponentially) {
  const auto settings = calm_settings();
  for (const auto& [dt, n_step] : {std::pair(1800.0, 10), std::pair(5.0, 3600)}) {
    ToyAtmosphere air(settings, all_rows(settings));
    const std::vector<double> before = air_values(air.wind_east()), stress_east(before.size(), 0.4);
    std::vector<double> stress_north(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) stress_north[i] = 0.1 * double(i);
    for (int i = 0; i < n_step; ++i)
      air.step_with_stress(i * dt, dt, view_of(stress_east), view_of(stress_north));
    const double mass = air_density * settings.depth;
    const double end = 30.0 * std::sin(70.0 * degree) - settings.relaxation * 0.4 / mass;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double steps = std::pow(1.0 + dt / settings.relaxation, -n_step);
      EXPECT_NEAR(air.wind_east()[i], end + (before[i] - end) * steps, 1e-10);
      EXPECT_NEAR(steps, std::exp(-18000.0 / settings.relaxation), dt / 36000.0);
      EXPECT_EQ(air.stress_north()[i], stress_north[i]);
      EXPECT_NEAR(air.momentum_taken_east()[i], 0.4 * 18000.0, 1e-8);
      EXPECT_NEAR(air.momentum_taken_north()[i], stress_north[i] * 18000.0, 1e-8);
    }
  }
}

// What the air loses is what is taken off, whatever the stress and the pressure.
TEST(ToyAtmosphere, TheMomentumOfTheAirIsClosed) {
  ToyAtmosphereSettings settings = calm_settings();
  settings.max_speed = 50.0, settings.radius = 200e3;
  ToyAtmosphere air(settings, all_rows(settings)), free(settings, all_rows(settings));
  const std::size_t n = air.wind_east().size;
  const std::vector<double> before = air_values(air.wind_east());
  std::vector<double> lost(n), east(n), north(n, -0.2), tiny(n, 1e-300);
  for (int k = 0; k < 20; ++k) {
    // The wind that this step would leave without a stress is in `free`.
    StateList from, to;
    air.list_state(from), free.list_state(to);
    for (std::size_t j = 0; j < from.cells().size(); ++j)
      std::copy_n(from.cells()[j].rows.data, 8 * n, to.cells()[j].rows.data);
    free.step_with_stress(k * 900.0, 900.0, view_of(tiny), view_of(tiny));
    for (std::size_t i = 0; i < n; ++i) east[i] = std::sin(double(i) + k);
    air.step_with_stress(k * 900.0, 900.0, view_of(east), view_of(north));
    for (std::size_t i = 0; i < n; ++i)
      lost[i] += (free.wind_east()[i] - air.wind_east()[i]) * (1.0 + 900.0 / settings.relaxation);
  }
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_NEAR(air_density * settings.depth * lost[i], air.momentum_taken_east()[i], 1e-8);
}

TEST(ToyAtmosphere, ItsOwnDragActsWhereTheWavesReportNoStress) {
  const auto settings = calm_settings();
  ToyAtmosphere air(settings, all_rows(settings)), alone(settings, all_rows(settings));
  const std::vector<double> strong(air.wind_east().size, 3.0), none(strong.size(), 0.0);
  air.step_with_stress(0.0, 600.0, view_of(strong), view_of(none));
  alone.step_with_stress(0.0, 600.0, view_of(strong), view_of(none));
  std::vector<double> east = none, north = none;
  east[1] = std::numeric_limits<double>::quiet_NaN(), north[2] = 0.1;
  air.step_with_stress(600.0, 600.0, view_of(east), view_of(north));
  alone.step(600.0, 600.0, {});
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(air.wind_east()[i] == alone.wind_east()[i], i != 2) << i;
    EXPECT_EQ(air.momentum_taken_east()[i], 1800.0);
    EXPECT_EQ(air.momentum_taken_north()[i], i == 2 ? 60.0 : 0.0);
  }
}

// Waves that take the mean of the last half hour's drag from a storm's wind, as in a job: the wind settles
// where drag and pressure are in balance.
TEST(ToyAtmosphere, AStressOfTheLastHalfHourIsStable) {
  ToyAtmosphereSettings settings = calm_settings();
  settings.background_speed = 60.0, settings.relaxation = 7200.0;
  const double drag = 0.003;
  const double speed = bisect(
      1.0, 60.0, [&](double s) { return drag * s * s / settings.depth - (60.0 - s) / settings.relaxation; });
  for (int n_step : {1, 2, 3}) {  // in half an hour
    ToyAtmosphere air(settings, all_rows(settings));
    const std::size_t n = air.wind_east().size;
    std::vector<double> east(n, 0.0), north(n, 0.0);
    double least = 60.0, most = 0.0;
    for (int k = 0; k < 96; ++k) {
      std::vector<double> next_east(n, 0.0), next_north(n, 0.0);
      for (int i = 0; i < n_step; ++i) {
        air.step_with_stress(1800.0 * (k + double(i) / n_step), 1800.0 / n_step, view_of(east),
                             view_of(north));
        for (std::size_t p = 0; p < n; ++p) {
          const double stress = air_density * drag * std::hypot(air.wind_east()[p], air.wind_north()[p]);
          next_east[p] += stress * air.wind_east()[p] / n_step;
          next_north[p] += stress * air.wind_north()[p] / n_step;
        }
      }
      east = next_east, north = next_north;
      const double here = std::hypot(air.wind_east()[0], air.wind_north()[0]);
      least = std::min(least, here), most = std::max(most, here);
    }
    EXPECT_NEAR(std::hypot(air.wind_east()[0], air.wind_north()[0]), speed, 1e-6);
    EXPECT_GT(least, 0.8 * speed);
    EXPECT_LT(most, 1.2 * speed);
  }
}

// Air that follows the pressure at once, at points around a centre that has moved along the equator.
TEST(ToyAtmosphere, ThePressureDrivesHollandsWind) {
  ToyAtmosphereSettings settings = calm_settings();
  settings.grid = {-1.0, 5.0, -3.0, 3.0, 0.5};
  settings.lat = 0.0, settings.travel_to_degree = 90.0, settings.travel_speed = 20.0;
  settings.max_speed = 40.0, settings.background_speed = 0.0;
  settings.relaxation = 1e-6, settings.depth = 1e6;
  ToyAtmosphere air(settings, all_rows(settings));
  air.step(600.0, 1200.0, {});
  const double centre = 20.0 * 1800.0 / earth_radius;
  for (int row = 0; row < 12; ++row)
    for (int column = 0; column < 12; ++column) {
      const double lon = settings.grid.lon(column) - centre, lat = settings.grid.lat(row);
      const double r = earth_radius * std::acos(std::cos(lat) * std::cos(lon));
      const double x = std::pow(settings.radius / r, 1.5);
      const auto i = std::size_t(row * 12 + column);
      EXPECT_NEAR(std::hypot(air.wind_east()[i], air.wind_north()[i]),
                  40.0 * std::sqrt(x * std::exp(1.0 - x)), 1e-5);
      EXPECT_GT(air.wind_north()[i] * lon - air.wind_east()[i] * lat, 0.0);  // counter-clockwise
    }
}

// The point of the strongest wind, and the wind there.
struct Strongest {
  double lon, lat, east, north;
};
Strongest strongest_of(const ToyAtmosphere& air, const ToyGrid& grid) {
  Strongest strongest{0, 0, 0, 0};
  for (int row = 0; row < grid.n_lat(); ++row)
    for (int column = 0; column < grid.n_lon(); ++column) {
      const auto i = std::size_t(row * grid.n_lon() + column);
      const double east = air.wind_east()[i], north = air.wind_north()[i];
      if (std::hypot(east, north) > std::hypot(strongest.east, strongest.north))
        strongest = {grid.lon(column) / degree, grid.lat(row) / degree, east, north};
    }
  return strongest;
}

TEST(ToyAtmosphere, TheStormTurnsAroundItsMovingCentre) {
  ToyAtmosphereSettings settings = calm_settings();
  settings.grid.step = 0.5;
  settings.max_speed = 50.0, settings.radius = 200e3, settings.background_speed = 5.0;
  settings.background_from_degree = 90.0;  // so that the wind is strongest on the poleward side
  settings.travel_speed = 10.0, settings.travel_to_degree = 270.0;
  for (double side : {1.0, -1.0}) {
    settings.lat = 15.0 * side, settings.lon = 2.0;
    settings.grid.south = side > 0.0 ? 10.0 : -20.0, settings.grid.north = side > 0.0 ? 20.0 : -10.0;
    ToyAtmosphere air(settings, all_rows(settings));
    const Strongest first = strongest_of(air, settings.grid);
    EXPECT_NEAR(first.lon, 2.0, 0.3);
    EXPECT_NEAR(first.lat, settings.lat + side * 200e3 / earth_radius / degree, 0.3);
    EXPECT_LT(first.east, -20.0);
    for (int i = 0; i < 72; ++i) air.step(i * 600.0, 600.0, {});
    EXPECT_NEAR(longitude(air.storm_centre(43200.0)) / degree,
                2.0 - 432e3 / earth_radius / std::cos(15.0 * degree) / degree, 0.01);
    EXPECT_LT(strongest_of(air, settings.grid).lon, first.lon - 2.0);
  }
}

TEST(ToyAtmosphere, APointsBitsDoNotDependOnTheSplitAndTheStateGoesOn) {
  ToyAtmosphereSettings settings = calm_settings();
  settings.grid.step = 0.5;
  settings.max_speed = 60.0;
  ToyAtmosphere whole(settings, all_rows(settings)), again(settings, all_rows(settings));
  const std::vector<double> stress(whole.wind_east().size, 0.7);
  whole.step_with_stress(0.0, 600.0, view_of(stress), view_of(stress));
  for (int i = 1; i < 3; ++i) whole.step(i * 600.0, 600.0, {});
  std::vector<double> joined;
  for (int part = 0; part < 3; ++part) {
    ToyAtmosphere air(settings, make_block(settings.grid.n_lat(), part, 3));
    const View<const double> own{stress.data(), air.wind_east().size};
    air.step_with_stress(0.0, 600.0, own, own);
    for (int i = 1; i < 3; ++i) air.step(i * 600.0, 600.0, {});
    for (double value : air.wind_north()) joined.push_back(value);
  }
  EXPECT_EQ(joined, air_values(whole.wind_north()));
  StateList saved, loaded;
  whole.list_state(saved), again.list_state(loaded);
  for (std::size_t i = 0; i < saved.cells().size(); ++i)
    std::copy_n(saved.cells()[i].rows.data, 8 * whole.wind_east().size, loaded.cells()[i].rows.data);
  EXPECT_EQ(air_values(again.stress_east()), air_values(whole.stress_east()));
  whole.step(1800.0, 600.0, {}), again.step(1800.0, 600.0, {});
  EXPECT_EQ(air_values(again.wind_east()), air_values(whole.wind_east()));
  EXPECT_EQ(air_values(again.stress_north()), air_values(whole.stress_north()));
  EXPECT_EQ(air_values(again.momentum_taken_north()), std::vector(stress.size(), 420.0));
}

TEST(ToyAtmosphere, ImpossibleSettingsAreRefused) {
  ToyAtmosphereSettings settings = calm_settings();
  settings.radius = 0.0;
  test::expect_words(test::message_of([&] {
                       ToyAtmosphere(settings, {0, 1});
                     }),
                     {"radius of 0 m", "must be positive"});
  for (const ToyGrid& grid : {ToyGrid{0, 10, 0, 10, 0}, ToyGrid{0, 361, 0, 10, 1}, ToyGrid{0, 10, 0, 91, 1}})
    test::expect_words(test::message_of([&] { grid.check(); }), {"is not on the globe"});
  for (const ToyGrid& grid : {ToyGrid{0, 10, 0, 10, 3}, ToyGrid{5, 5, 0, 10, 1}, ToyGrid{5, 4, 0, 10, 1}})
    test::expect_words(test::message_of([&] { grid.check(); }), {"not a whole number of steps"});
  test::expect_words(test::message_of([] {
                       ToyGrid{0, 360, -90, 90, 0.01}.check();
                     }),
                     {"more than 10^8 points"});
}

}  // namespace
}  // namespace groundswell
