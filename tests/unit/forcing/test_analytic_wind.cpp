// SPDX-License-Identifier: Apache-2.0
// Winds from formulas against their formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/analytic_wind.hpp"

namespace groundswell {
namespace {

const DateTime start = DateTime::parse("2020-01-01");

std::array<float, 2> wind_of(ForcingSource& source, const DateTime& now) {
  Array<float> east(1), north(1);
  const std::array<View<float>, 2> views{east.view(), north.view()};
  source.update(now, views);
  return {east[0], north[0]};
}

// The vortex at one place [degree].
std::array<float, 2> vortex_at(const VortexSettings& settings, double lon, double lat,
                               std::int64_t time = 0) {
  const double lon_rad = lon * degree, lat_rad = lat * degree;
  VortexWind source(settings, {{&lon_rad, 1}, {&lat_rad, 1}}, start);
  return wind_of(source, start + time);
}

}  // namespace

TEST(AnalyticWind, NauticalDirectionsAreWhereItComesFrom) {
  EXPECT_NEAR(components_from(10, 270)[0], 10.0, 1e-12);  // a west wind blows east
  EXPECT_NEAR(components_from(10, 0)[1], -10.0, 1e-12);   // a north wind blows south
  EXPECT_NEAR(components_to(2, 90)[0], 2.0, 1e-12);
}

TEST(AnalyticWind, TurnsAtARate) {
  WindSettings settings;
  settings.speed = 12.0;
  settings.from_degree = 270.0;
  settings.turn_rate = -15.0 / 3600.0;
  TurningWind wind(settings, start);
  const auto [east, north] = wind_of(wind, start + 6 * 3600);  // from 180
  EXPECT_NEAR(east, 0.0, 1e-5);
  EXPECT_NEAR(north, 12.0, 1e-5);
}

TEST(AnalyticWind, TurnsFromStepToStepTheShorterWay) {
  WindSettings settings;
  settings.steps = {{0, 10.0, 350.0}, {3600, 20.0, 10.0}, {7200, 20.0, 90.0}};
  TurningWind wind(settings, start);
  const auto [east, north] = wind_of(wind, start + 1800);  // from 0, through north
  EXPECT_NEAR(east, 0.0, 1e-5);
  EXPECT_NEAR(north, -15.0, 1e-5);
  EXPECT_NEAR(wind_of(wind, start + 7200)[0], -20.0, 1e-5);
  EXPECT_NEAR(wind_of(wind, start + 999999)[0], -20.0, 1e-5);
  settings.steps = {{3600, 10.0, 0.0}};
  EXPECT_THROW(TurningWind(settings, start), Error);
  settings.steps = {{0, 10.0, 0.0}, {0, 10.0, 90.0}};
  EXPECT_THROW(TurningWind(settings, start), Error);
}

TEST(AnalyticWind, VortexBlowsAroundItsCentreAndIsStrongestAtItsRadius) {
  VortexSettings settings;
  settings.lon = 30.0;
  settings.lat = 20.0;
  settings.inflow_degree = 0.0;
  const double r = settings.radius / earth_radius / degree;  // [degree]
  // North of its centre, a vortex blows from the east on the northern hemisphere, from the west on the
  // southern.
  EXPECT_NEAR(vortex_at(settings, 30.0, 20.0 + r)[0], -settings.max_speed, 1e-3);
  EXPECT_NEAR(vortex_at(settings, 30.0, 20.0 + r)[1], 0.0, 1e-3);
  EXPECT_NEAR(vortex_at(settings, 30.0, 20.0 - r)[0], settings.max_speed, 1e-3);
  const double far = 40.0 * std::sqrt(std::pow(0.5, 1.5) * std::exp(1.0 - std::pow(0.5, 1.5)));
  EXPECT_NEAR(vortex_at(settings, 30.0, 20.0 - 2 * r)[0], far, 1e-3);
  EXPECT_EQ(vortex_at(settings, 30.0, 20.0)[0], 0.0f);
  settings.lat = -20.0;
  EXPECT_NEAR(vortex_at(settings, 30.0, -20.0 + r)[0], settings.max_speed, 1e-3);
}

TEST(AnalyticWind, VortexFlowsInAndTravelsWithItsBackground) {
  VortexSettings settings;
  settings.lon = 0.0;
  settings.lat = 0.0;
  settings.inflow_degree = 30.0;
  settings.travel_speed = 10.0;
  settings.travel_to_degree = 90.0;
  const double r = settings.radius / earth_radius / degree;
  // East of the centre: northward around it, westward into it.
  const auto [east, north] = vortex_at(settings, r, 0.0);
  EXPECT_NEAR(east, -settings.max_speed * std::sin(30 * degree), 1e-3);
  EXPECT_NEAR(north, settings.max_speed * std::cos(30 * degree), 1e-3);
  const double travelled = 10.0 * 86400 / earth_radius / degree;
  EXPECT_NEAR(vortex_at(settings, travelled + r, 0.0, 86400)[1], north, 1e-3);
  settings.background_speed = 5.0;
  settings.background_from_degree = 270.0;
  EXPECT_NEAR(vortex_at(settings, r, 0.0)[0], east + 5.0, 1e-3);
  settings.radius = 0.0;
  EXPECT_THROW(vortex_at(settings, 0.0, 0.0), Error);
}

}  // namespace groundswell
