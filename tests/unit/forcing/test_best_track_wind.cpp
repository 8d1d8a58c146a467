// SPDX-License-Identifier: Apache-2.0
// The wind of a best track meets the radii and the maximum that the track gives, is continuous, and is that
// of a slow computation with angles.
#include <gtest/gtest.h>

#include <random>

#include "unit/forcing/track_wind.hpp"

namespace groundswell::test {

TEST(BestTrackWind, OfARoundStormAtRestIsThePlainProfile) {
  TrackDate date{0, 150, 20, 100, 25, {{{150, 150, 150, 150}, {90, 90, 90, 90}, {50, 50, 50, 50}}}};
  TrackDate later = date;
  later.hours = 6;
  const TrackWind storm({date, later});
  const auto power = [](double r, double v_in, double r_in, double v_out, double r_out) {
    return v_in * std::pow(r / r_in, -std::log(v_in / v_out) / std::log(r_out / r_in));
  };
  for (const double r : {1.0, 10.0, 24.9, 25.0, 30.0, 50.0, 70.0, 90.0, 120.0, 150.0, 200.0, 1000.0}) {
    const double expected = 0.93 * kt *
                            (r < 25    ? 100 * r / 25
                             : r < 50  ? power(r, 100, 25, 64, 50)
                             : r < 90  ? power(r, 64, 50, 50, 90)
                             : r < 150 ? power(r, 50, 90, 34, 150)
                                       : 34 * std::pow(150 / r, 0.8));
    for (double bearing = 0; bearing < 360; bearing += 22.5) {
      const auto [lon, lat] = place_of(date, bearing, r * nm);
      const WindVector wind = storm.at(7200, lon, lat);
      EXPECT_NEAR(wind.speed(), expected, 1e-4) << r << " nm, " << bearing;
      // Counter-clockwise and inwards.
      const double outwards = course_between(lon, lat, date.lon, date.lat).course / degree + 180.0;
      const double towards = std::atan2(wind.east, wind.north) / degree;
      EXPECT_NEAR(std::remainder(towards - (outwards - 90.0 - 22.6), 360.0), 0.0, 1e-3);
    }
  }
  EXPECT_EQ(storm.at(0, date.lon, date.lat).speed(), 0.0);
  EXPECT_LT(storm.at(0, date.lon + 180.0, -date.lat).speed(), 1.0);
}

TEST(BestTrackWind, MeetsRadiiAndMaximumOfEachDate) {
  const TrackDates track = make_track();
  const TrackWind storm(track);
  for (const TrackDate& date : track) {
    const auto seconds = std::int64_t(date.hours * 3600);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t q = 0; q < 4; ++q) {
        const auto [lon, lat] = place_of(date, 45.0 + 90.0 * double(q), date.extent[k][q] * nm);
        EXPECT_NEAR(storm.at(seconds, lon, lat).speed(), 0.93 * kt * (k == 0 ? 34 : k == 1 ? 50 : 64), 0.01);
      }
    const double largest = largest_speed(storm.at(seconds, places_around(date, 5 * nm, 200 * nm)));
    EXPECT_NEAR(largest, 0.93 * kt * 100, 0.01 * 0.93 * kt * 100);
    EXPECT_LE(largest, 0.93 * kt * 100 + 1e-4);
  }
  // The strongest wind is on the right of the travel, here to the north and north-east: in the south-east.
  const TrackDate& middle = track[1];
  EXPECT_GT(
      storm.at(6 * 3600, place_of(middle, 135, 25 * nm)[0], place_of(middle, 135, 25 * nm)[1]).speed(),
      storm.at(6 * 3600, place_of(middle, 315, 25 * nm)[0], place_of(middle, 315, 25 * nm)[1]).speed() + 3.0);
}

TEST(BestTrackWind, IsThatOfASlowComputation) {
  std::mt19937 random(5);
  const auto whole = [&](int least, int most) {
    return double(std::uniform_int_distribution<int>(least, most)(random));
  };
  for (int storm = 0; storm < 40; ++storm) {
    TrackDates track;
    double lon = whole(-1800, 1800) / 10, lat = (storm % 2 ? -1 : 1) * whole(50, 450) / 10;
    for (int i = 0; i < 5; ++i) {
      TrackDate date{6.0 * i, lon, lat, i == 0 ? 80 : whole(20, 150), whole(5, 60), {}};
      for (std::size_t q = 0; q < 4; ++q) {
        const double top = date.max_wind < 34 ? 0 : date.max_wind < 50 ? 1 : date.max_wind < 64 ? 2 : 3;
        // Radii that grow outwards; from some wind on this quadrant may have none.
        const double count = q == 1 ? top : whole(0, int(top));
        double radius = whole(40, 60);
        for (int k = int(count) - 1; k >= 0; --k) date.extent[std::size_t(k)][q] = radius += whole(20, 60);
      }
      if (i > 0 && whole(0, 3) == 0) date.extent = {};
      if (i != 2 && whole(0, 3) == 0) date.radius = 0;
      track.push_back(date);
      lon += whole(-20, 20) / 10, lat += whole(-15, 15) / 10;
    }
    BestTrackSettings settings;
    settings.averaging_factor = 0.88, settings.inflow_degree = 17, settings.translation_share = 0.7;
    settings.decay = 0.65, settings.background_speed = 6.0, settings.background_from_degree = 270;
    const ReferenceSettings same{0.88, 17, 0.7, 0.65, 6.0, 0.0};
    const TrackWind wind(track, settings);
    for (int sample = 0; sample < 6; ++sample) {
      const auto seconds = std::int64_t(whole(0, 24 * 3600));
      const auto centre = reference_centre(track, double(seconds) / 3600);
      std::vector<std::array<double, 2>> places;
      for (int i = 0; i < 20; ++i)
        places.push_back(
            reached_from(centre[0], centre[1], whole(0, 359) * degree, std::exp(whole(0, 60) / 10) * 4e3));
      const std::vector<WindVector> found = wind.at(seconds, places);
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto expected = reference_wind(track, double(seconds) / 3600, places[i][0], places[i][1], same);
        EXPECT_NEAR(found[i].east, expected[0], 2e-3)
            << "storm " << storm << ", " << seconds << " s, place " << i;
        EXPECT_NEAR(found[i].north, expected[1], 2e-3);
      }
    }
  }
}

TEST(BestTrackWind, IsContinuousInSpaceAndTime) {
  TrackDates track = make_track();
  track[1].extent[2] = {50, 0, 0, 0};  // a wind that some quadrants cease to reach
  track[2].max_wind = 60, track[2].extent[2] = {};
  const TrackWind storm(track);
  // The largest change over a step shrinks with the step.
  const auto expect_smooth = [](const char* what, double step, const auto& wind_at) {
    const auto largest = [&](double h) {
      double most = 0.0;
      for (double x = 0.0; x < 1.0; x += h) {
        const WindVector a = wind_at(x), b = wind_at(x + h);
        most = std::max(most, std::hypot(a.east - b.east, a.north - b.north));
      }
      return most;
    };
    EXPECT_LT(largest(step / 4), 0.3 * largest(step)) << what;
  };
  for (const double r : {20.0, 60.0, 130.0, 400.0})
    expect_smooth("bearing", 0.02, [&](double x) {
      const auto [lon, lat] = place_of(track[0], 360 * x, r * nm);
      return storm.at(0, lon, lat);
    });
  for (const double bearing : {10.0, 135.0, 250.0})
    expect_smooth("distance", 0.02, [&](double x) {
      const auto [lon, lat] = place_of(track[1], bearing, 500 * nm * x * x);
      return storm.at(6 * 3600, lon, lat);
    });
  for (const double lon : {-80.2, -79.3, -78.0})
    expect_smooth("time", 0.02,
                  [&](double x) { return storm.at(std::int64_t(43199 * std::min(x, 1.0)), lon, 32.2); });
}

TEST(BestTrackWind, OfAMirroredStormIsTheMirroredWind) {
  const TrackDates north = make_track();
  TrackDates south = north;
  for (TrackDate& date : south) {
    date.lat = -date.lat;
    for (auto& radii : date.extent) std::swap(radii[0], radii[1]), std::swap(radii[2], radii[3]);
  }
  std::vector<std::array<double, 2>> places = places_around(north[1], 200 * nm, 205 * nm), mirrored = places;
  for (auto& place : mirrored) place[1] = -place[1];
  const auto winds = TrackWind(north).at(20000, places), images = TrackWind(south).at(20000, mirrored);
  for (std::size_t i = 0; i < winds.size(); ++i) {
    EXPECT_NEAR(winds[i].east, images[i].east, 1e-4);
    EXPECT_NEAR(winds[i].north, -images[i].north, 1e-4);
  }
}

TEST(BestTrackWind, CrossesTheDateLine) {
  const TrackDates here = make_track();
  TrackDates there = here;
  for (TrackDate& date : there) date.lon += 258.8;  // to 179.2E, 179.6E and 179.6W
  const TrackWind storm(here), moved(there);
  for (const std::int64_t seconds : {0, 20000, 30000, 40000, 43200})
    for (double lon = -82.0; lon < -76.0; lon += 0.7) {
      const WindVector a = storm.at(seconds, lon, 32.5), b = moved.at(seconds, lon + 258.8, 32.5),
                       c = moved.at(seconds, lon + 258.8 - 360.0, 32.5);
      EXPECT_NEAR(a.east, b.east, 1e-3);
      EXPECT_NEAR(a.north, b.north, 1e-3);
      EXPECT_NEAR(b.east, c.east, 1e-5);
    }
}

}  // namespace groundswell::test
