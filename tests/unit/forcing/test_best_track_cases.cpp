// SPDX-License-Identifier: Apache-2.0
// The wind of a best track that lacks something, within a background, and of a real storm; what is said about
// it.
#include <gtest/gtest.h>

#include "forcing/forcing.hpp"
#include "support/shared_data.hpp"
#include "unit/forcing/track_wind.hpp"

namespace groundswell::test {

TEST(BestTrackWind, EstimatesWhatTheTrackLacks) {
  TrackDate date{0, 150, 20, 100, 0, {}}, later = date;
  later.hours = 6;
  // Radius of the maximum wind from wind and latitude, Holland's profile with B from the pressures (50 hPa).
  const double wind = 100 * kt, radius = 46.4e3 * std::exp(-0.0155 * wind + 0.0169 * 20);
  const TrackWind storm({date, later});
  const auto [lon, lat] = place_of(date, 100, radius);
  EXPECT_NEAR(storm.at(0, lon, lat).speed(), 0.93 * wind, 0.01);
  const double b = 1.15 * std::exp(1.0) * wind * wind / 5000.0, f = 2 * 7.2921e-5 * std::sin(20 * degree);
  const StormShape holland{StormProfile::holland_gradient, 0.93 * wind, radius, b};
  for (const double speed : {64.0, 50.0, 34.0}) {
    double r = radius;
    while (compute_storm_speed(holland, r, f) > 0.93 * kt * speed) r += 10.0;
    const auto [x, y] = place_of(date, 200, r);
    EXPECT_NEAR(storm.at(0, x, y).speed(), 0.93 * kt * speed, 0.01) << speed;
  }
  // The radius of the strongest wind of a quadrant is within that of the maximum: the maximum moves inwards.
  date.radius = later.radius = 30;
  date.extent = later.extent = {{{100, 100, 100, 100}, {60, 60, 60, 60}, {20, 20, 20, 40}}};
  const TrackWind narrow({date, later});
  for (std::size_t q = 0; q < 4; ++q) {
    const auto [x, y] = place_of(date, 45.0 + 90.0 * double(q), date.extent[2][q] * nm);
    EXPECT_NEAR(narrow.at(0, x, y).speed(), 0.93 * kt * 64, 0.01);
  }
  // A radius that is not given, between those of a stronger and a weaker wind.
  date.extent[1] = later.extent[1] = {};
  EXPECT_NEAR(TrackWind({date, later})
                  .at(0, place_of(date, 45, 100 * nm)[0], place_of(date, 45, 100 * nm)[1])
                  .speed(),
              0.93 * kt * 34, 0.01);
  // Radii of winds beyond the maximum have no effect; nor has a depression any.
  date.max_wind = later.max_wind = 30;
  const double largest = largest_speed(TrackWind({date, later}).at(0, places_around(date, 5 * nm, 300 * nm)));
  EXPECT_NEAR(largest, 0.93 * kt * 30, 0.02 * 0.93 * kt * 30);
}

TEST(BestTrackWind, DatesWithoutRadiiTakeThoseOfOthers) {
  // A storm that becomes a depression: the wind at each place changes in proportion to the maximum.
  TrackDate storm{0, -70, 22, 35, 40, {{{100, 100, 60, 60}, {}, {}}}}, depression = storm;
  depression.hours = 6, depression.max_wind = 30, depression.extent = {};
  for (const TrackDates& track : {TrackDates{storm, depression}, TrackDates{depression, storm}}) {
    TrackDates ordered = track;
    ordered[0].hours = 0, ordered[1].hours = 6;
    const TrackWind wind(ordered);
    const std::int64_t last = 6 * 3600, strong = track[0].max_wind == 35 ? 0 : last;
    for (const double r : {30e3, 200e3, 300e3, 500e3})
      for (const double bearing : {20.0, 130.0, 250.0}) {
        const auto [lon, lat] = place_of(storm, bearing, r);
        EXPECT_NEAR(wind.at(last - strong, lon, lat).speed() / wind.at(strong, lon, lat).speed(), 30.0 / 35.0,
                    1e-3);
      }
  }
  // A date without radii, then one without that of the maximum too, among others: no pulsation.
  TrackDates whole;
  for (int i = 0; i < 5; ++i) {
    TrackDate date = make_date(6 * i, -75, 25);
    date.max_wind = 100 + 5 * i, date.radius = 20 + i;
    for (auto& radii : date.extent)
      for (double& radius : radii) radius += 4 * i;
    whole.push_back(date);
  }
  TrackDates lacking = whole;
  lacking[2].extent = {}, lacking[3].extent = {}, lacking[3].radius = 0;
  const TrackWind given(whole), taken(lacking);
  for (int hour = 0; hour <= 24; hour += 3)
    for (const double r : {15.0, 40.0, 90.0, 150.0, 300.0}) {
      const auto [lon, lat] = place_of(whole[0], 60, r * nm);
      const double expected = given.at(hour * 3600, lon, lat).speed();
      EXPECT_NEAR(taken.at(hour * 3600, lon, lat).speed(), expected, 0.02 * expected) << hour << " h, " << r;
    }
}

TEST(BestTrackWind, BlowsWithinTheBackground) {
  BestTrackSettings settings;
  settings.background_speed = 8.0, settings.background_from_degree = 90.0;
  const TrackDates track = make_track();
  const TrackWind calm(track), windy(track, settings);
  const auto [lon, lat] = place_of(track[0], 45, 165 * nm);  // within the radius of 34 kt
  EXPECT_EQ(windy.at(0, lon, lat).east, calm.at(0, lon, lat).east);
  const WindVector far = windy.at(0, 100.0, -31.4);
  EXPECT_NEAR(far.east, -8.0, 0.8);
  EXPECT_NEAR(far.north, 0.0, 0.8);
  EXPECT_LE(largest_speed(windy.at(0, places_around(track[0], 1e4, 4e6))), 0.93 * kt * 100 + 1e-4);
}

TEST(BestTrackWind, RefusesPeriodsAndGapsThatTheTrackLacks) {
  const TrackDates track = {make_date(0, -79.6, 31.4), make_date(6, -79.2, 32.1), make_date(24, -77.0, 34.0),
                            make_date(30, -76.0, 35.0)};
  const std::filesystem::path deck = write_deck(deck_of(track));
  BestTrackSettings settings;
  const auto said = [&](double from, double to) -> std::string {
    try {
      const auto at = [](double hours) { return track_start + std::int64_t(hours * 3600); };
      TrackWind(deck, at(from), at(to), settings).at(0, -79.0, 32.0);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(said(0, 6), "accepted");
  EXPECT_EQ(said(24, 30), "accepted");
  EXPECT_NE(
      said(-1, 6).find("goes from 2019-08-30T00:00:00Z to 2019-08-31T06:00:00Z, but the run needs winds from "
                       "2019-08-29T23:00:00Z"),
      std::string::npos);
  EXPECT_NE(said(25, 31).find("give a longer track"), std::string::npos);
  EXPECT_NE(said(0, 7).find("nothing between 2019-08-30T06:00:00Z and 2019-08-31T00:00:00Z, 18 h later"),
            std::string::npos);
  EXPECT_NE(said(10, 12).find("max_gap allows gaps of 12 h"), std::string::npos);
  settings.max_gap = 18 * 3600;
  EXPECT_EQ(said(10, 12), "accepted");
  settings.max_gap = 1800;
  EXPECT_NE(said(0, 6).find("6 h later; wind.best_track.max_gap allows gaps of 1800 s:"), std::string::npos);
  settings.averaging_factor = 1.5;  // of 100 kt: 77 m/s
  EXPECT_EQ(said(0, 0), "accepted");
  TrackDates strong = track;
  strong[2].max_wind = 160;
  write_deck(deck_of(strong));
  EXPECT_NE(
      said(0, 0).find("160 kt at 2019-08-31T00:00:00Z, 123.467 m/s with wind.best_track.averaging_factor"),
      std::string::npos);
  // A date without wind is left out, and the gap says so.
  TrackDates lacking = track;
  lacking[3].max_wind = 0;
  write_deck(deck_of(lacking));
  for (const double end : {30.0, 7.0})
    EXPECT_NE(said(0, end).find(" (1 date without centre or maximum wind left out)"), std::string::npos);
}

TEST(BestTrackWind, MeetsAllOfDorian) {
  GS_NEEDS_SHARED("data/dorian_2019/dorian2019-bdeck.dat");
  const std::filesystem::path deck = shared_path("data/dorian_2019/dorian2019-bdeck.dat");
  const BestTrack track = read_best_track(deck, "", Calendar::standard);
  const DateTime start = track.points.front().date, end = track.points.back().date;
  const TrackWind storm(deck, start, end);
  double worst_radius = 0.0, worst_wind = 0.0;
  int n_radius = 0;
  for (const BestTrackPoint& point : track.points) {
    const TrackDate date{0, point.lon, point.lat, 0, 0, {}};
    std::vector<std::array<double, 2>> places;
    std::vector<double> speeds;
    for (std::size_t k = 0; k < isotachs.size(); ++k)
      for (std::size_t q = 0; q < n_quadrant; ++q) {
        if (point.extent[k][q] == 0.0) continue;
        places.push_back(place_of(date, 45.0 + 90.0 * double(q), point.extent[k][q]));
        speeds.push_back(0.93 * kt * isotachs[k]);
      }
    const std::vector<WindVector> winds = storm.at(point.date - start, places);
    for (std::size_t i = 0; i < winds.size(); ++i)
      worst_radius = std::max(worst_radius, std::abs(winds[i].speed() - speeds[i]));
    n_radius += int(winds.size());
    const double largest = largest_speed(
        storm.at(point.date - start, places_around(date, 0.4 * point.radius, 5 * point.radius)));
    worst_wind = std::max(worst_wind, std::abs(largest / (0.93 * point.max_wind) - 1.0));
  }
  EXPECT_EQ(n_radius, 626);
  EXPECT_LT(worst_radius, 0.5);
  EXPECT_LT(worst_wind, 0.02);
  std::printf("Dorian: radii of winds met to %.2g m/s, maxima to %.2g\n", worst_radius, worst_wind);
}

TEST(BestTrackWind, IsDescribedAndRecordedWithItsDates) {
  TrackDates track = make_track();
  track[2].radius = 0, track[2].extent = {};
  track[0].extent[2][0] = 120;  // of 64 kt, beyond the 100 nautical miles of 50 kt
  ForcingSettings settings;
  settings.wind.kind = WindKind::best_track;
  settings.wind.best_track.file = write_deck(deck_of(track));
  const double lon = 0.0, lat = 0.0;
  const auto make = [&] {
    return Forcing(settings, {{&lon, 1}, {&lat, 1}}, track_start, track_start + 12 * 3600);
  };
  const Forcing forcing = make();
  ASSERT_EQ(forcing.describe().size(), 1u);
  const std::string said = forcing.describe()[0];
  for (const char* words :
       {"AL05 (TEST)", "3 dates from 2019-08-30T00:00:00Z to 2019-08-30T12:00:00Z", "at most 100 kt",
        "1 date without the radius of the maximum wind, which other dates give",
        "1 date without radii of winds, which other dates give",
        "1 date on which a wind reaches farther than a weaker one, which is cut"})
    EXPECT_NE(said.find(words), std::string::npos) << words << " in: " << said;
  const auto record = forcing.find_inputs(track_start, track_start + 6 * 3600, nullptr);
  ASSERT_EQ(record.size(), 1u);
  EXPECT_EQ(record[0].role, "wind");
  EXPECT_EQ(record[0].fingerprints.size(), 2u);
  track[1].extent[0][2] += 1;
  write_deck(deck_of(track));
  const auto changed = make().find_inputs(track_start, track_start + 6 * 3600, nullptr);
  EXPECT_EQ(find_other_date(record[0], changed[0]), (track_start + 6 * 3600).seconds());
  // What a date takes from another is recorded with it.
  track[0].extent = {};
  write_deck(deck_of(track));
  const auto lacking = make().find_inputs(track_start, track_start, nullptr);
  track[1].extent[0][1] += 1;
  write_deck(deck_of(track));
  EXPECT_EQ(find_other_date(lacking[0], make().find_inputs(track_start, track_start, nullptr)[0]),
            track_start.seconds());
}

}  // namespace groundswell::test
