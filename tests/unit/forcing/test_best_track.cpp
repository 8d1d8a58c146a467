// SPDX-License-Identifier: Apache-2.0
// Reads b-decks: values and units, and a sentence for what cannot be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "base/error.hpp"
#include "forcing/best_track.hpp"
#include "support/shared_data.hpp"
#include "unit/forcing/deck_lines.hpp"

namespace groundswell {
namespace {

using test::deck_line;

BestTrack read(const std::string& content, const std::string& storm = "",
               Calendar calendar = Calendar::standard) {
  return read_best_track(test::write_deck(content), storm, calendar);
}

// The sentence with which a deck is refused.
std::string refusal(const std::string& content, const std::string& storm = "") {
  try {
    read(content, storm);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& content, std::initializer_list<const char*> words,
                    const std::string& storm = "") {
  const std::string said = refusal(content, storm);
  for (const char* word : words) EXPECT_NE(said.find(word), std::string::npos) << word << " in: " << said;
}

const std::string first = deck_line("2019083000", "228N", "680W", 80),
                  second = deck_line("2019083006", "235N", "688W", 90);

}  // namespace

TEST(BestTrack, HasTheValuesOfItsLinesInSIUnits) {
  const BestTrack track = read(
      "\xef\xbb\xbf\r\n"
      "al,  5, 2019083000,   , BEST,   0, 228N,  680W,  80,  978, HU,  34, NEQ,   80,   60,   40,   60, "
      "1012,  120,  10, "
      "100,  15,   L,   0,    , 312,  11,     Dorian,  D,\r\n"
      "AL, 05, 2019083000,   , BEST,   0, 228N,  680W,  80,  978, HU,  50, NEQ,   40,   40,    0,   30, "
      "1012,  120,  10\n"
      "AL, 05, 2019083000,   , BEST,   0, 228N,  680W,  80,  978, HU,  64, AAA,   20,   ,   ,   , 1012,  "
      "120,  10\n"
      "AL, 05, 2019083006, 30, CARQ,   0, nonsense, , , \n"
      "AL, 05, 2019083006, 30, BEST,   0, 235S,  1788E,\n"
      "AL, 05, 2019083007, 30, BEST,   0, 229N,  681W,  90,    0, HU,  34,    ,    0,    0,    0,    0,     "
      ",  -99, -99");
  EXPECT_EQ(track.storm, "AL05");
  EXPECT_EQ(track.name, "DORIAN");
  EXPECT_EQ(track.n_without_wind, 1);
  ASSERT_EQ(track.points.size(), 2u);
  const BestTrackPoint& point = track.points[0];
  EXPECT_EQ(point.date, DateTime::parse("2019-08-30"));
  EXPECT_NEAR(point.lat, 22.8, 1e-12);
  EXPECT_NEAR(point.lon, -68.0, 1e-12);
  EXPECT_NEAR(point.max_wind, 41.1556, 1e-3);
  EXPECT_NEAR(point.radius, 18520.0, 1e-9);
  EXPECT_NEAR(point.pressure, 97800.0, 1e-9);
  EXPECT_NEAR(point.outer_pressure, 101200.0, 1e-9);
  const double nm = 1852.0;
  EXPECT_EQ(point.extent[2], (std::array<double, 4>{80 * nm, 60 * nm, 40 * nm, 60 * nm}));
  EXPECT_EQ(point.extent[1], (std::array<double, 4>{40 * nm, 40 * nm, 0.0, 30 * nm}));
  EXPECT_EQ(point.extent[0], (std::array<double, 4>{20 * nm, 20 * nm, 20 * nm, 20 * nm}));
  const BestTrackPoint& bare = track.points[1];
  EXPECT_EQ(bare.date, DateTime::parse("2019-08-30 07:30"));
  EXPECT_EQ(bare.radius + bare.pressure + bare.outer_pressure, 0.0);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_FALSE(bare.has_extent(k));
}

TEST(BestTrack, MissingQuadrantsHaveTheMeanOfTheOthers) {
  const auto extent = [](const std::string& written) {
    std::string line = deck_line("2019083006", "235N", "688W", 90, 34, {1111, 1111, 1111, 1111});
    const std::size_t at = line.find("1111");
    const BestTrack track = read(first + line.replace(at, line.rfind("1111") + 4 - at, written));
    EXPECT_EQ(track.points[1].has_mean_radii,
              written.find(", ,") != std::string::npos || written.find('-') != std::string::npos);
    std::array<long, 4> miles{};
    for (std::size_t q = 0; q < 4; ++q) miles[q] = std::lround(track.points[1].extent[2][q] / 1852.0);
    return miles;
  };
  EXPECT_EQ(extent("90, 60, 30, 0"), (std::array<long, 4>{90, 60, 30, 0}));
  EXPECT_EQ(extent("90, , 30, 60"), (std::array<long, 4>{90, 60, 30, 60}));
  EXPECT_EQ(extent("-999, 60, -99, 0"), (std::array<long, 4>{30, 60, 30, 0}));
}

TEST(BestTrack, OneOfSeveralStormsIsChosen) {
  std::string other = second;
  other.replace(0, 6, "EP, 11");
  std::string later = other;
  later.replace(8, 10, "2019083012");
  const std::string both = first + other + second + later;
  EXPECT_EQ(read(both, "ep11").points.size(), 2u);
  EXPECT_EQ(read(both, "AL05").points[1].date, DateTime::parse("2019-08-30 06:00"));
  for (const char* name : {"al5", "AL052019", "al52019"})
    EXPECT_EQ(read(both, name).points[1].date, DateTime::parse("2019-08-30 06:00")) << name;
  expect_refused(both, {"AL05 (TEST), EP11 (TEST)", "wind.best_track.storm"});
  expect_refused(both, {"has no storm AL06", "it has AL05 (TEST), EP11 (TEST)"}, "AL6");
}

TEST(BestTrack, WhatCannotBeReadIsRefusedWithFileAndLine) {
  const auto changed = [](std::size_t at, const std::string& written) {
    return first + std::string(second).replace(at, written.size(), written);
  };
  ASSERT_EQ(refusal(first + second), "accepted");
  expect_refused("", {"deck.dat", "no line of a best track"});
  expect_refused("time,lon,lat\n2000-01-01,1,2\n", {"deck.dat:1", "3 of the 9 columns", "b-deck"});
  expect_refused("\x01\x02\xff", {"deck.dat' is not a text: byte 0x01 in line 1; save it as plain text"});
  for (const char* bytes : {"\x1b[31m", "\x7f", "\xc2\x9b", "Jos\xe9", "\xff\xfe"})
    expect_refused(first + bytes + second, {"not a text: byte 0x", "in line 2; save"});
  expect_refused("20190830, A, B, C, D, E, F, G, H, I\n", {"deck.dat:1", "'20190830' and 'A'", "AL and 05"});
  expect_refused(test::of_technique(first, "OFCL") + test::of_technique(second, "CARQ"),
                 {"technique BEST", "only OFCL, CARQ; give"});
  std::string many;
  for (int i = 0; i < 20; ++i) many += test::of_technique(first, text("M", 10 + i % 10));
  expect_refused(many, {"only M10, M11, M12, M13, M14, ...; give"});
  expect_refused(first, {"AL05", "has 1 date ", "two are needed"});
  expect_refused(changed(8, "20190830x0"), {"deck.dat:2", "'20190830X0'", "ten digits"});
  expect_refused(changed(8, "2019023006"), {"deck.dat:2", "2019023006", "cannot be used"});
  expect_refused(changed(8, "2019082906"), {"deck.dat:2", "2019-08-29T06:00:00Z", "in order"});
  expect_refused(changed(20, "75"), {"deck.dat:2", "minute", "75"});
  expect_refused(changed(30, " 12"), {"deck.dat:2", "forecast period", "12 h"});
  expect_refused(changed(35, "235W"), {"deck.dat:2", "latitude '235W'", "N or S"});
  expect_refused(changed(35, "905N"), {"deck.dat:2", "latitude '905N'", "900"});
  expect_refused(changed(41, "1988E"), {"deck.dat:2", "longitude '1988E'", "1800"});
  expect_refused(changed(41, " 488W"), {"deck.dat:2", "moved by 19", "in 6 h", "check latitude"});
  std::string soon = changed(41, " 738W");
  expect_refused(soon.replace(soon.find("2019083006"), 14, "2019083000, 10"), {"in 600 s, from"});
  expect_refused(changed(49, "9x"), {"deck.dat:2", "maximum wind '9X'", "column 9", "whole number"});
  expect_refused(changed(48, "300"), {"deck.dat:2", "maximum wind", "300 kt", "230"});
  const std::string radii = deck_line("2019083006", "235N", "688W", 90, 34, {90, 70, 50, 70});
  EXPECT_EQ(refusal(first + radii), "accepted");
  EXPECT_EQ(refusal(first + radii + radii), "accepted");
  expect_refused(first + radii + deck_line("2019083006", "235N", "688W", 90, 34, {90, 70, 50, 60}),
                 {"deck.dat:3", "34 kt", "twice and differ"});
  expect_refused(first + radii + deck_line("2019083006", "235N", "689W", 90, 50, {9, 9, 9, 9}),
                 {"deck.dat:3", "not those of the line before"});
  expect_refused(first + deck_line("2019083006", "235N", "688W", 90, 34, {1201, 70, 50, 70}),
                 {"deck.dat:2", "radius", "1201 nm"});
  std::string code = radii;
  expect_refused(first + code.replace(code.find("NEQ"), 3, "SWQ"), {"deck.dat:2", "'SWQ'", "NEQ"});
  const auto missing = [](const std::filesystem::path& path) {
    read_best_track(path, "", Calendar::standard);
  };
  EXPECT_THROW(missing("/nowhere/deck.dat"), Error);
  EXPECT_THROW(missing("/tmp"), Error);
}

TEST(BestTrack, DamagedDecksAreReadOrRefused) {
  std::string whole;
  for (int hour = 0; hour < 24; hour += 6)
    for (const int isotach : {34, 50, 64})
      whole += deck_line(hour < 10 ? text("201908300", hour) : text("20190830", hour), "228N", "680W", 80,
                         isotach, {100 - isotach, 0, 20, 30});
  std::mt19937 random(3);
  const auto any = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  int n_read = 0;
  for (int i = 0; i < 150; ++i) {
    std::string damaged = whole;
    for (std::size_t n = any(2) + 1; n > 0; --n) {
      const std::size_t at = any(damaged.size() - 2);
      if (any(3) == 0)
        damaged.erase(at, any(300));
      else
        damaged[at] = ",,\n 09-NWZ\0\xff"[any(11)];
    }
    n_read += refusal(damaged) == "accepted";
  }
  EXPECT_GT(n_read, 8);
  EXPECT_LT(n_read, 142);
}

TEST(BestTrack, DatesAreThoseOfTheCalendar) {
  const std::string leap =
      deck_line("2020022900", "228N", "680W", 80) + deck_line("2020030100", "230N", "680W", 80);
  EXPECT_EQ(read(leap).points[1].date - read(leap).points[0].date, 86400);
  EXPECT_THROW(read(leap, "", Calendar::noleap), Error);
}

TEST(BestTrack, ReadsThatOfDorian) {
  GS_NEEDS_SHARED("data/dorian_2019/dorian2019-bdeck.dat");
  const BestTrack track =
      read_best_track(test::shared_path("data/dorian_2019/dorian2019-bdeck.dat"), "", Calendar::standard);
  EXPECT_EQ(track.name, "DORIAN");
  ASSERT_EQ(track.points.size(), 70u);
  double strongest = 0.0;
  for (const BestTrackPoint& point : track.points) {
    strongest = std::max(strongest, point.max_wind);
    EXPECT_GT(point.radius, 0.0);
    EXPECT_GT(point.outer_pressure, point.pressure - 400.0);
  }
  EXPECT_NEAR(strongest, 160 * 0.514444, 1e-3);
}

}  // namespace groundswell
