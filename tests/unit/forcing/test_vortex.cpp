// SPDX-License-Identifier: Apache-2.0
// The wind around a moving centre against spherical trigonometry with angles only (the program uses vectors),
// and against the profiles as given in their papers.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/analytic_wind.hpp"

namespace groundswell {
namespace {

const DateTime vortex_start = DateTime::parse("2020-01-01");

struct VortexVector {
  double east, north;
  double speed() const { return std::hypot(east, north); }
};

// The wind of the vortex at a place [degree], `time` seconds after its start.
VortexVector vortex_at(const VortexSettings& settings, double lon, double lat, std::int64_t time = 0) {
  const double lon_rad = lon * degree, lat_rad = lat * degree;
  VortexWind source(settings, {{&lon_rad, 1}, {&lat_rad, 1}}, vortex_start);
  Array<float> east(1), north(1);
  const std::array<View<float>, 2> views{east.view(), north.view()};
  source.supply(vortex_start + time, views);
  return {east[0], north[0]};
}

// Great circles, computed with angles [rad]: the haversine distance, the course from one place to another,
// and where a course leads.
struct SpherePlace {
  double lon, lat;
};
double distance_of(const SpherePlace& a, const SpherePlace& b) {
  const double s = std::pow(std::sin((b.lat - a.lat) / 2), 2) +
                   std::cos(a.lat) * std::cos(b.lat) * std::pow(std::sin((b.lon - a.lon) / 2), 2);
  return 2.0 * std::asin(std::sqrt(std::min(1.0, s)));
}
double course_of(const SpherePlace& from, const SpherePlace& to) {
  const double turn = to.lon - from.lon;
  return std::atan2(
      std::sin(turn) * std::cos(to.lat),
      std::cos(from.lat) * std::sin(to.lat) - std::sin(from.lat) * std::cos(to.lat) * std::cos(turn));
}
SpherePlace destination(const SpherePlace& from, double course, double angle) {
  const double lat = std::asin(std::sin(from.lat) * std::cos(angle) +
                               std::cos(from.lat) * std::sin(angle) * std::cos(course));
  const double turn = std::atan2(std::sin(course) * std::sin(angle) * std::cos(from.lat),
                                 std::cos(angle) - std::sin(from.lat) * std::sin(lat));
  return {from.lon + turn, lat};
}

// Holland 1980, eq. 4 (eq. 5 if f = 0), with his A [m^B] and B and the pressure deficit divided by the
// density [m2 s-2].
double holland(double deficit, double a, double b, double r, double f) {
  const double falling = std::exp(-a / std::pow(r, b));
  return std::sqrt(a * b * deficit * falling / std::pow(r, b) + r * r * f * f / 4.0) - r * f / 2.0;
}

// The wind speed at the distance r. Holland's constants follow from two conditions at `radius`: the wind is
// `max_speed`, and its slope is zero. With A = phi R^B, phi is found by bisection.
double reference_speed(const VortexSettings& s, double r, double f) {
  if (s.profile == StormProfile::rankine)
    return r < s.radius ? s.max_speed * r / s.radius : s.max_speed / std::pow(r / s.radius, s.decay);
  if (s.profile == StormProfile::holland) f = 0.0;
  const auto deficit = [&](double phi) {
    const double turn = s.radius * f / 2.0;
    return (std::pow(s.max_speed + turn, 2) - turn * turn) * std::exp(phi) / (s.shape * phi);
  };
  const auto wind = [&](double phi, double distance) {
    return holland(deficit(phi), phi * std::pow(s.radius, s.shape), s.shape, distance, f);
  };
  double least = 1.0, most = 3.0;
  for (int i = 0; i < 60 && f > 0.0; ++i) {
    const double phi = 0.5 * (least + most), step = 1e-3 * s.radius;
    (wind(phi, s.radius + step) < wind(phi, s.radius - step) ? least : most) = phi;
  }
  return wind(f > 0.0 ? least : 1.0, r);
}

// The vortex wind blows in the direction of the centre, turned by a right angle less the inflow angle; the
// background wind is added.
VortexVector reference_wind(const VortexSettings& s, const SpherePlace& cell, std::int64_t time) {
  const SpherePlace centre = destination({s.lon * degree, s.lat * degree}, s.travel_to_degree * degree,
                                         s.travel_speed * double(time) / earth_radius);
  const double f = 2.0 * 7.2921e-5 * std::abs(std::sin(centre.lat));
  const double speed = reference_speed(s, earth_radius * distance_of(cell, centre), f);
  // Counter-clockwise around the centre is to the right of an observer who faces it.
  const double right = (90.0 - s.inflow_degree) * degree, side = s.lat < 0.0 ? -1.0 : 1.0;
  const double towards = course_of(cell, centre) + side * right;
  const double from = s.background_from_degree * degree;
  return {speed * std::sin(towards) - s.background_speed * std::sin(from),
          speed * std::cos(towards) - s.background_speed * std::cos(from)};
}

void expect_reference(const VortexSettings& s, double lon, double lat, std::int64_t time) {
  const VortexVector found = vortex_at(s, lon, lat, time),
                     wanted = reference_wind(s, {lon * degree, lat * degree}, time);
  const std::string where = "centre from " + std::to_string(s.lon) + ", " + std::to_string(s.lat) +
                            ", cell " + std::to_string(lon) + ", " + std::to_string(lat);
  EXPECT_NEAR(found.east, wanted.east, 1e-3) << where;
  EXPECT_NEAR(found.north, wanted.north, 1e-3) << where;
}

}  // namespace

TEST(Vortex, IsThatOfSphericalTrigonometry) {
  std::mt19937 random(27);
  const auto any = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (int i = 0; i < 3000; ++i) {
    VortexSettings s;
    s.profile =
        std::array{StormProfile::holland, StormProfile::holland_gradient, StormProfile::rankine}[i % 3];
    s.lon = any(-360, 360), s.lat = any(-88, 88);
    s.travel_speed = any(0, 40), s.travel_to_degree = any(-360, 360);
    s.max_speed = any(5, 90), s.radius = any(10e3, 900e3);
    s.shape = any(0.5, 3.0), s.decay = any(0.1, 1.0), s.inflow_degree = any(-90, 90);
    s.background_speed = any(0, 20), s.background_from_degree = any(-360, 360);
    const auto time = std::int64_t(any(-86400, 5 * 86400));
    // Every second cell is within a few radii of the centre.
    SpherePlace cell{any(-pi, pi), any(-1.5, 1.5)};
    if (i % 2)
      cell = destination(destination({s.lon * degree, s.lat * degree}, s.travel_to_degree * degree,
                                     s.travel_speed * double(time) / earth_radius),
                         any(0, 6.28), any(0.01, 5.0) * s.radius / earth_radius);
    if (std::abs(cell.lat) < 1.5) expect_reference(s, cell.lon / degree, cell.lat / degree, time);
  }
}

TEST(Vortex, CrossesTheDateLineAndThePole) {
  VortexSettings s;
  s.lon = 179.5, s.lat = 30.0, s.travel_speed = 10.0, s.travel_to_degree = 90.0, s.radius = 200e3;
  for (const double lon : {178.0, 179.9, -179.9, -178.0, 181.0}) expect_reference(s, lon, 30.5, 43200);
  EXPECT_NEAR(vortex_at(s, -179.0, 31.0, 43200).east, vortex_at(s, 181.0, 31.0, 43200).east, 1e-5);
  // Over the pole, along the meridian of 40E and down that of 140W.
  s.lon = 40.0, s.lat = 85.0, s.travel_to_degree = 0.0;
  const auto to_pole = std::int64_t(std::lround(5.0 * degree * earth_radius / s.travel_speed));
  expect_reference(s, -140.0, 84.0, 2 * to_pole);
  // With its centre at the pole the vortex blows to the east everywhere, and inwards, to the north.
  for (const double lon : {-170.0, -20.0, 0.0, 95.0}) {
    const VortexVector wind = vortex_at(s, lon, 90.0 - s.radius / earth_radius / degree, to_pole);
    EXPECT_NEAR(wind.east, s.max_speed * std::cos(20 * degree), 0.01);
    EXPECT_NEAR(wind.north, s.max_speed * std::sin(20 * degree), 0.01);
  }
  EXPECT_LT(vortex_at(s, 0.0, 90.0, to_pole).speed(), 0.1);  // calm in its centre
}

TEST(Vortex, IsStrongestAtItsRadiusAndTurnsByHemisphere) {
  for (const auto profile : {StormProfile::holland, StormProfile::holland_gradient, StormProfile::rankine}) {
    VortexSettings s;
    s.profile = profile, s.inflow_degree = 0.0;
    const double r = s.radius / earth_radius / degree;  // [degree]
    for (const double lat : {20.0, 0.0, -20.0}) {
      // North of the centre the wind is from the east in the northern hemisphere, from the west in the
      // southern.
      s.lat = lat;
      EXPECT_NEAR(vortex_at(s, 0.0, lat + r).east, lat < 0.0 ? 40.0 : -40.0, 1e-3);
      EXPECT_NEAR(vortex_at(s, 0.0, lat - r).east, lat < 0.0 ? -40.0 : 40.0, 1e-3);
      EXPECT_EQ(vortex_at(s, 0.0, lat).speed(), 0.0);
      double highest = 0.0;
      for (double d = 0.02; d < 20; d *= 1.01)
        highest = std::max(highest, vortex_at(s, 0.0, lat + d * r).speed());
      EXPECT_NEAR(highest, 40.0, 0.1);
    }
    // A wide and weak storm at high latitude, where the Coriolis force is strongest, also reaches its maximum
    // speed.
    s.lat = 60.0, s.radius = 500e3, s.max_speed = 15.0;
    double highest = 0.0;
    for (double d = 0.1; d < 20; d *= 1.01) highest = std::max(highest, vortex_at(s, 0.0, 60.0 - d).speed());
    EXPECT_NEAR(highest, 15.0, 0.05);
    EXPECT_NEAR(vortex_at(s, 0.0, 60.0 - 500e3 / earth_radius / degree).speed(), 15.0, 1e-3);
    s = VortexSettings{};
    s.profile = profile, s.inflow_degree = 0.0;
    // A storm that crosses the equator keeps its sense of rotation.
    s.lat = -1.0, s.travel_speed = 10.0, s.travel_to_degree = 0.0;
    const auto later = std::int64_t(std::lround(2.0 * degree * earth_radius / s.travel_speed));
    EXPECT_NEAR(vortex_at(s, 0.0, 1.0 + r, later).east, 40.0, 1e-2);
  }
}

TEST(Vortex, IsAtItsPlaceAtItsDate) {
  VortexSettings s;
  s.lon = 10.0, s.lat = 50.0, s.travel_speed = 15.0, s.travel_to_degree = 60.0;
  const VortexVector at_start = vortex_at(s, 11.0, 50.0), later = vortex_at(s, 11.0, 50.0, 3600);
  s.date = vortex_start + 3600;
  const VortexVector dated = vortex_at(s, 11.0, 50.0, 3600), before = vortex_at(s, 11.0, 50.0);
  EXPECT_EQ(dated.east, at_start.east);
  EXPECT_EQ(dated.north, at_start.north);
  EXPECT_GT(std::hypot(later.east - dated.east, later.north - dated.north), 1.0);
  EXPECT_GT(std::hypot(before.east - dated.east, before.north - dated.north), 1.0);
}

TEST(Vortex, RefusesImpossibleShapes) {
  for (double StormShape::*member :
       {&StormShape::radius, &StormShape::max_speed, &StormShape::shape, &StormShape::decay}) {
    VortexSettings s;
    for (const double bad : {0.0, -1.0, std::nan("")}) {
      s.*member = bad;
      EXPECT_THROW(vortex_at(s, 0.0, 0.0), Error);
    }
  }
}

}  // namespace groundswell
