// SPDX-License-Identifier: Apache-2.0
// The wind of a best track, computed with angles on the sphere and one formula after the other of
// docs/theory/wind.md (the program uses vectors and keeps what does not change), for tracks whose dates have
// the radii of all winds up to the maximum, or none; at least one has the radius of the maximum wind, and one
// has radii or all are depressions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/constants.hpp"

namespace groundswell::test {

struct TrackDate {
  double hours, lon, lat;                       // since the first date; [degree]
  double max_wind, radius;                      // [kt], [nautical miles]
  std::array<std::array<double, 4>, 3> extent;  // of 34, 50 and 64 kt, in NE, SE, SW and NW [nautical miles]
};
using TrackDates = std::vector<TrackDate>;

struct ReferenceSettings {
  double factor = 0.93, inflow = 22.6, share = 0.55, decay = 0.8, background_east = 0.0,
         background_north = 0.0;
};

struct SphereCourse {
  double distance, course;  // [m], [rad] clockwise from north
};
inline SphereCourse course_between(double lon_a, double lat_a, double lon_b, double lat_b) {  // [degree]
  const double turn = (lon_b - lon_a) * degree, a = lat_a * degree, b = lat_b * degree;
  const double s =
      std::pow(std::sin((b - a) / 2), 2) + std::cos(a) * std::cos(b) * std::pow(std::sin(turn / 2), 2);
  return {2.0 * earth_radius * std::asin(std::sqrt(std::min(1.0, s))),
          std::atan2(std::sin(turn) * std::cos(b),
                     std::cos(a) * std::sin(b) - std::sin(a) * std::cos(b) * std::cos(turn))};
}

inline std::array<double, 2> reached_from(double lon, double lat, double course,
                                          double distance) {  // [degree], [m]
  const double angle = distance / earth_radius, a = lat * degree;
  const double b =
      std::asin(std::sin(a) * std::cos(angle) + std::cos(a) * std::sin(angle) * std::cos(course));
  const double turn = std::atan2(std::sin(course) * std::sin(angle) * std::cos(a),
                                 std::cos(angle) - std::sin(a) * std::sin(b));
  return {lon + turn / degree, b / degree};
}

inline std::size_t date_before(const TrackDates& track, double hours) {
  std::size_t i = 0;
  while (i + 2 < track.size() && track[i + 1].hours <= hours) ++i;
  return i;
}

inline std::array<double, 2> reference_centre(const TrackDates& track, double hours) {
  const TrackDate &a = track[date_before(track, hours)], &b = track[date_before(track, hours) + 1];
  const auto [distance, course] = course_between(a.lon, a.lat, b.lon, b.lat);
  return reached_from(a.lon, a.lat, course, distance * (hours - a.hours) / (b.hours - a.hours));
}

// The travel: speed [m s-1] and course [rad] at the centre, from the straight line through the Earth between
// the centres three hours before and after.
inline std::array<double, 2> reference_travel(const TrackDates& track, double hours) {
  const double from = std::max(hours - 3.0, track.front().hours),
               to = std::min(hours + 3.0, track.back().hours);
  const auto now = reference_centre(track, hours);
  double east = 0.0, north = 0.0;
  for (const double sign : {1.0, -1.0}) {
    const auto place = reference_centre(track, sign > 0.0 ? to : from);
    const auto [distance, course] = course_between(now[0], now[1], place[0], place[1]);
    const double length = earth_radius * std::sin(distance / earth_radius) / (3600.0 * (to - from));
    east += sign * length * std::sin(course), north += sign * length * std::cos(course);
  }
  return {std::hypot(east, north), std::atan2(east, north)};
}

inline double reference_ratio(double travel, double max_wind, const ReferenceSettings& s) {
  const double part = std::min(s.share * travel, 0.4 * max_wind);
  return part / (max_wind - part);
}

// The maximum wind of a quadrant, its radius, then the winds of 64, 50 and 34 kt with theirs [m s-1], [m].
using ReferenceKnots = std::array<std::array<double, 2>, 4>;

inline bool has_radii(const TrackDate& date) {
  for (int k = 0; k < 3; ++k)
    for (int q = 0; q < 4; ++q)
      if (date.extent[k][q] > 0.0 && std::array{34, 50, 64}[k] <= date.max_wind) return true;
  return false;
}

// A value at a date from the dates that give it: linear between the nearest ones, or that of the only side.
template <typename Gives, typename Value>
double reference_value(const TrackDates& track, std::size_t index, const Gives& gives, const Value& value) {
  int before = int(index), after = int(index);
  while (before >= 0 && !gives(track[std::size_t(before)])) --before;
  while (after < int(track.size()) && !gives(track[std::size_t(after)])) ++after;
  if (before < 0) return value(std::size_t(after));
  if (after == int(track.size()) || after == before) return value(std::size_t(before));
  const TrackDate &a = track[std::size_t(before)], &b = track[std::size_t(after)];
  return ((b.hours - track[index].hours) * value(std::size_t(before)) +
          (track[index].hours - a.hours) * value(std::size_t(after))) /
         (b.hours - a.hours);
}

// Those of a date that has radii.
inline std::array<ReferenceKnots, 4> own_knots(const TrackDates& track, std::size_t index, double spin,
                                               const ReferenceSettings& s) {
  const double kt = 0.514444444444, nm = 1852.0;
  const TrackDate& date = track[index];
  const double max_wind = s.factor * kt * date.max_wind;
  const auto [travel, course] = reference_travel(track, date.hours);
  const double ratio = reference_ratio(travel, max_wind, s), drift = course - spin * 20 * degree;
  std::array<double, 4> wind{};
  std::array<bool, 4> reaches{};
  int strongest = -1;
  for (int q = 0; q < 4; ++q) {
    const double towards = (45 + 90 * q) * degree - spin * (90 + s.inflow) * degree;
    // The law of cosines.
    wind[q] = max_wind * std::sqrt(1 + ratio * ratio + 2 * ratio * std::cos(towards - drift)) / (1 + ratio);
    const int top = date.max_wind >= 64 ? 2 : date.max_wind >= 50 ? 1 : 0;
    reaches[q] = date.max_wind < 34 || date.extent[top][q] > 0.0;
    if (reaches[q] && (strongest < 0 || wind[q] > wind[strongest])) strongest = q;
  }
  std::array<ReferenceKnots, 4> knots{};
  for (int q = 0; q < 4; ++q) {
    double floor = 0.0, innermost = 0.0, ceiling = max_wind;
    for (int k = 0; k < 3; ++k) {
      const double speed = s.factor * kt * std::array{34.0, 50.0, 64.0}[k];
      if (std::array{34.0, 50.0, 64.0}[k] > date.max_wind) continue;
      if (date.extent[k][q] > 0.0)
        floor = speed, innermost = date.extent[k][q] * nm;
      else
        ceiling = std::min(ceiling, speed);
    }
    wind[q] = q == strongest ? max_wind : std::max(std::min(wind[q], ceiling), floor);
    double radius = nm * reference_value(
                             track, index, [](const TrackDate& each) { return each.radius > 0.0; },
                             [&](std::size_t i) { return track[i].radius; });
    if (innermost > 0.0) radius = std::min(radius, innermost * floor / wind[q]);
    knots[q].fill({wind[q], radius});
    for (int k = 0; k < 3; ++k)
      if (date.extent[k][q] > 0.0 && std::array{34.0, 50.0, 64.0}[k] <= date.max_wind)
        knots[q][3 - k] = {s.factor * kt * std::array{34.0, 50.0, 64.0}[k], date.extent[k][q] * nm};
  }
  return knots;
}

inline std::array<ReferenceKnots, 4> reference_knots(const TrackDates& track, std::size_t index, double spin,
                                                     const ReferenceSettings& s) {
  if (std::ranges::none_of(track, has_radii)) return own_knots(track, index, spin, s);
  const double usual =
      reference_value(track, index, has_radii, [&](std::size_t i) { return track[i].max_wind; });
  std::array<ReferenceKnots, 4> knots{};
  for (int q = 0; q < 4; ++q)
    for (int k = 0; k < 4; ++k)
      for (int of : {0, 1})
        knots[q][k][of] = (of == 0 ? track[index].max_wind / usual : 1.0) *
                          reference_value(track, index, has_radii, [&](std::size_t i) {
                            return own_knots(track, i, spin, s)[q][k][of];
                          });
  return knots;
}

// Wind [m s-1] and share of the background on the middle line of a quadrant.
inline std::array<double, 2> reference_profile(const ReferenceKnots& knots, double r, double decay) {
  if (r < knots[0][1]) return {knots[0][0] * r / knots[0][1], 0.0};
  for (int k = 0; k < 3; ++k) {
    const auto [v_in, r_in] = knots[k];
    const auto [v_out, r_out] = knots[k + 1];
    if (r >= r_in && r < r_out)
      return {
          std::exp(std::lerp(std::log(v_in), std::log(v_out), std::log(r / r_in) / std::log(r_out / r_in))),
          0.0};
  }
  const double fall = std::pow(knots[3][1] / r, decay);
  return {knots[3][0] * fall, 1.0 - fall};
}

// East and north wind [m s-1] at a place [degree].
inline std::array<double, 2> reference_wind(const TrackDates& track, double hours, double lon, double lat,
                                            const ReferenceSettings& s) {
  const std::size_t i = date_before(track, hours);
  const double weight = (hours - track[i].hours) / (track[i + 1].hours - track[i].hours);
  const double spin = track[0].lat < 0.0 ? -1.0 : 1.0;
  const auto before = reference_knots(track, i, spin, s), after = reference_knots(track, i + 1, spin, s);
  const auto centre = reference_centre(track, hours);
  const auto [r, bearing] = course_between(centre[0], centre[1], lon, lat);
  double speed = 0.0, background = 0.0;
  for (int q = 0; q < 4; ++q) {
    const double off = std::abs(std::remainder(bearing / degree - (45 + 90 * q), 360.0));
    if (off >= 90.0) continue;
    ReferenceKnots knots{};
    for (int k = 0; k < 4; ++k)
      for (int of : {0, 1}) knots[k][of] = std::lerp(before[q][k][of], after[q][k][of], weight);
    const double share = std::pow(std::cos(off * degree), 2);
    const auto [v, far] = reference_profile(knots, r, s.decay);
    speed += share * v, background += share * far;
  }
  const auto [travel, course] = reference_travel(track, hours);
  const double max_wind =
      s.factor * 0.514444444444 * std::lerp(track[i].max_wind, track[i + 1].max_wind, weight);
  const double ratio = reference_ratio(travel, max_wind, s), drift = course - spin * 20 * degree;
  // The direction of the pull, carried along the great circle from the centre to the place; its part away
  // from the centre is shorter there by the cosine of the angle between the two, as it no longer lies in the
  // horizon.
  const double outwards = course_between(lon, lat, centre[0], centre[1]).course + pi;
  const double away = ratio * std::cos(drift - bearing) * std::cos(r / earth_radius),
               side = ratio * std::sin(drift - bearing);
  const double around = outwards - spin * (90 + s.inflow) * degree;
  const double east = std::sin(around) + away * std::sin(outwards) + side * std::cos(outwards);
  const double north = std::cos(around) + away * std::cos(outwards) - side * std::sin(outwards);
  const double length = std::hypot(east, north);
  return {speed * east / length + background * s.background_east,
          speed * north / length + background * s.background_north};
}

}  // namespace groundswell::test
