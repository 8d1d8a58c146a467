// SPDX-License-Identifier: Apache-2.0
// Small best tracks, and their winds at any places.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "forcing/best_track_wind.hpp"
#include "unit/forcing/best_track_reference.hpp"
#include "unit/forcing/deck_lines.hpp"

namespace groundswell::test {

inline constexpr double kt = 0.514444444444, nm = 1852.0;
inline const DateTime track_start = DateTime::parse("2019-08-30");

struct WindVector {
  double east, north;
  double speed() const { return std::hypot(east, north); }
};

// A date of the deck with one tenth of a degree, whole knots and whole nautical miles.
inline std::string lines_of(const TrackDate& date) {
  const DateParts at = (track_start + std::int64_t(std::lround(date.hours * 3600))).parts();
  char day[48];
  std::snprintf(day, sizeof day, "%04d%02d%02d%02d", at.year, at.month, at.day, at.hour);
  const double east = std::remainder(date.lon, 360.0);
  const std::string lat = text(std::lround(std::abs(10 * date.lat)), date.lat < 0 ? "S" : "N"),
                    lon = text(std::lround(std::abs(10 * east)), east < 0 ? "W" : "E");
  std::string lines;
  for (int k = 0; k < 3; ++k) {
    std::array<int, 4> radii{};
    for (std::size_t q = 0; q < 4; ++q) radii[q] = int(date.extent[std::size_t(k)][q]);
    lines += deck_line(day, lat, lon, int(date.max_wind), std::array{34, 50, 64}[std::size_t(k)], radii,
                       int(date.radius));
  }
  return lines;
}

inline std::string deck_of(const TrackDates& track) {
  std::string deck;
  for (const TrackDate& date : track) deck += lines_of(date);
  return deck;
}

// The wind of a track, written to a deck, at any places.
class TrackWind {
 public:
  explicit TrackWind(const TrackDates& track, BestTrackSettings settings = {})
      : TrackWind(write_deck(deck_of(track), text("deck_", n_made++, ".dat")), track_start,
                  track_start + std::int64_t(std::lround(track.back().hours * 3600)), settings) {}
  TrackWind(const std::filesystem::path& deck, const DateTime& start, const DateTime& end,
            BestTrackSettings settings = {})
      : start_(start), end_(end), settings_(settings) {
    settings_.file = deck;
  }

  std::vector<WindVector> at(std::int64_t seconds, const std::vector<std::array<double, 2>>& places) const {
    std::vector<double> lon, lat;
    for (const auto& place : places) lon.push_back(place[0] * degree), lat.push_back(place[1] * degree);
    BestTrackWind source(settings_, {lon, lat}, start_, end_, nullptr);
    Array<float> east(places.size()), north(places.size());
    const std::array<View<float>, 2> views{east.view(), north.view()};
    source.supply(start_ + seconds, views);
    std::vector<WindVector> winds;
    for (std::size_t i = 0; i < places.size(); ++i) winds.push_back({east[i], north[i]});
    return winds;
  }
  WindVector at(std::int64_t seconds, double lon, double lat) const { return at(seconds, {{lon, lat}})[0]; }

 private:
  static inline int n_made = 0;
  DateTime start_, end_;
  BestTrackSettings settings_;
};

inline std::array<double, 2> place_of(const TrackDate& date, double bearing,
                                      double distance) {  // [degree], [m]
  return reached_from(date.lon, date.lat, bearing * degree, distance);
}

// A storm like Dorian on 5 September.
inline TrackDate make_date(double hours, double lon, double lat) {
  return {hours, lon, lat, 100, 25, {{{170, 150, 100, 90}, {100, 90, 70, 60}, {50, 50, 45, 40}}}};
}
inline TrackDates make_track() {
  return {make_date(0, -79.6, 31.4), make_date(6, -79.2, 32.1), make_date(12, -78.4, 32.9)};
}

inline double largest_speed(const std::vector<WindVector>& winds) {
  double most = 0.0;
  for (const WindVector& wind : winds) most = std::max(most, wind.speed());
  return most;
}

inline std::vector<std::array<double, 2>> places_around(const TrackDate& date, double least,
                                                        double most) {  // [m]
  std::vector<std::array<double, 2>> places;
  for (double r = least; r <= most; r *= 1.02)
    for (int bearing = 0; bearing < 360; bearing += 15) places.push_back(place_of(date, bearing, r));
  return places;
}

}  // namespace groundswell::test
