// SPDX-License-Identifier: Apache-2.0
// Analytic winds against their formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/analytic_wind.hpp"

namespace groundswell {
namespace {

const DateTime start = DateTime::parse("2020-01-01");

std::array<float, 2> wind_of(DatedSource& source, const DateTime& now) {
  Array<float> east(1), north(1);
  const std::array<View<float>, 2> views{east.view(), north.view()};
  source.supply(now, views);
  return {east[0], north[0]};
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
  const auto [east, north] = wind_of(wind, start + 6 * 3600);  // it comes from 180 degrees
  EXPECT_NEAR(east, 0.0, 1e-5);
  EXPECT_NEAR(north, 12.0, 1e-5);
}

TEST(AnalyticWind, TurnsFromStepToStepTheShorterWay) {
  WindSettings settings;
  settings.steps = {{0, 10.0, 350.0}, {3600, 20.0, 10.0}, {7200, 20.0, 90.0}};
  TurningWind wind(settings, start);
  const auto [east, north] =
      wind_of(wind, start + 1800);  // it comes from 0 degrees, as it turns through north
  EXPECT_NEAR(east, 0.0, 1e-5);
  EXPECT_NEAR(north, -15.0, 1e-5);
  EXPECT_NEAR(wind_of(wind, start + 7200)[0], -20.0, 1e-5);
  EXPECT_NEAR(wind_of(wind, start + 999999)[0], -20.0, 1e-5);
  settings.steps = {{3600, 10.0, 0.0}};
  EXPECT_THROW(TurningWind(settings, start), Error);
  settings.steps = {{0, 10.0, 0.0}, {0, 10.0, 90.0}};
  EXPECT_THROW(TurningWind(settings, start), Error);
}

}  // namespace groundswell
