// SPDX-License-Identifier: Apache-2.0
// The places and dates of a file from which a run takes its boundary waves.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/dated_places.hpp"
#include "parameter_file.hpp"

namespace groundswell::test {
namespace {

// Two targets near the first of two places in 'land.nc'; is_sea(place, date) says whether a place has values.
struct TwoPlaces {
  WaveFileSettings settings = settings_of(scratch_path("land.nc"));
  TargetPlaces targets;
  std::unique_ptr<PointSeries> points;

  TwoPlaces() {
    write_file(settings.files[0], false, {{"hs", "m", times(4, 2.0)}});
    points = std::make_unique<PointSeries>(
        settings.files, [](const NetcdfReader&) { return "hs"; }, Calendar::standard);
    targets.what = "open edge";
    targets.sphere_radius = 6.371e6;
    targets.x = {0.1 * degree, 0.2 * degree};
    targets.y = {50.0 * degree, 50.0 * degree};
    targets.frame_angle = {0.0, 0.0};
    settings.max_distance = 20e3;
  }
  DatedPlaces find(const DatedPlaces::HasValues& is_sea) const {
    const DateTime start = DateTime::parse("2000-01-01");
    return {*points, settings, targets, start, start + 6 * 3600, is_sea};
  }
  void expect_refused(const DatedPlaces::HasValues& is_sea, const std::string& words) const {
    try {
      find(is_sea);
      FAIL() << words;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
};

TEST(DatedPlaces, AsksForEachPlaceAndDateOnce) {
  std::map<std::pair<std::size_t, std::size_t>, int> asked;
  const TwoPlaces sea;
  EXPECT_EQ(sea.find([&](std::size_t place, std::size_t date) {
                 ++asked[{place, date}];
                 return true;
               })
                .places(),
            std::vector<std::size_t>{0});
  EXPECT_EQ(asked.size(), 2u);
  for (const auto& [place_and_date, n] : asked) EXPECT_EQ(n, 1) << place_and_date.first;
}

TEST(DatedPlaces, SaysWhetherTheNearestPlaceIsFarOrLand) {
  TwoPlaces sea;
  const auto land = [](std::size_t place, std::size_t) { return place == 1; };
  sea.expect_refused(land, "(the nearest place is 7.1 km away, but is land or has no values at the first");
  sea.settings.max_distance = 5e3;
  sea.expect_refused(land, "(the nearest place is 7.1 km away)");
  sea.settings.zero_where_no_place = true;
  EXPECT_TRUE(sea.find(land).stencils()[0].empty());
  EXPECT_EQ(sea.find(land).n_out_of_reach(), 2);
}

TEST(DatedPlaces, RefusesASingleDateWithoutValuesEvenWhereEdgesMayLackAPlace) {
  TwoPlaces sea;
  sea.settings.zero_where_no_place = true;
  sea.expect_refused([](std::size_t place, std::size_t date) { return place == 1 || date == 0; },
                     "has no values at 2000-01-01T06:00:00Z around the open edge at longitude 0.1, latitude "
                     "50: the 1 place that it takes its waves from");
}

// The file begins at the date from which the run continues, 12 hours after the run's start.
TEST(DatedPlaces, OfARunThatGoesOnNeedNoEarlierDates) {
  const TwoPlaces sea;
  const DateTime from = DateTime::parse("2000-01-01"), start = from + -12 * 3600, end = from + 6 * 3600;
  const auto all = [](std::size_t, std::size_t) { return true; };
  EXPECT_THROW(DatedPlaces(*sea.points, sea.settings, sea.targets, start, end, all), Error);
  const DatedPlaces places(*sea.points, sea.settings, sea.targets, start, end, all, from);
  EXPECT_EQ(places.places(), std::vector<std::size_t>{0});
  EXPECT_EQ(places.bracket(*sea.points, from + 3 * 3600).weight, 0.5);
}

TEST(DatedPlaces, SaysWhereTheCornersOfAGridAreLand) {
  TwoPlaces sea;
  write_file(sea.settings.files[0], true, {{"hs", "m", times(12, 2.0)}});
  sea.points = std::make_unique<PointSeries>(
      sea.settings.files, [](const NetcdfReader&) { return "hs"; }, Calendar::standard);
  sea.targets.y = {49.5 * degree, 49.5 * degree};
  sea.expect_refused([](std::size_t place, std::size_t) { return place == 5; },
                     "(it lies inside the grid, but the corners around it are land");
}

// The part of the file after the requested date may still be incomplete.
TEST(PointSeries, HasNoDateOfAGrowingFileBeforeItIsAskedFor) {
  const TwoPlaces sea;
  const DateTime start = DateTime::parse("2000-01-01");
  PointSeries growing(sea.settings.files, [](const NetcdfReader&) { return "hs"; }, Calendar::standard,
                      {start, start + 6 * 3600, start + 12 * 3600});
  EXPECT_FALSE(growing.has(0) || growing.has(1));
  growing.look_again_for(0);
  EXPECT_TRUE(growing.has(0) && !growing.has(1));
  growing.look_again_for(1);
  EXPECT_TRUE(growing.has(0) && growing.has(1));
  EXPECT_THROW(growing.look_again_for(2), Error);
}

TEST(DatedPlaces, NamesNoMissingDateOfASeriesOfOneDate) {
  const DateTime start = DateTime::parse("2000-01-01");
  const DatedSeries one{"file", {start}, [](std::size_t) { return std::string(); }};
  EXPECT_EQ(
      find_needed_dates(one, {}, start, start + 3600).problem,
      "the run ends at 2000-01-01T01:00:00Z but the file ends at 2000-01-01T00:00:00Z; end the run there "
      "or give a longer file");
}

}  // namespace
}  // namespace groundswell::test
