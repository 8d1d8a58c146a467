// SPDX-License-Identifier: Apache-2.0
// The dates of a run are checked once for all ranks: the result is the same on any number of ranks, an error
// on one rank is an error on all, and values have the same bits as on one rank.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/constants.hpp"
#include "comm/together.hpp"
#include "forcing/date_survey.hpp"
#include "forcing/forcing.hpp"
#include "forcing/lat_lon_sampler.hpp"
#include "support/netcdf_file.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;
using Winds = std::function<double(int, int, std::size_t, std::size_t)>;  // component, date, row, column

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t n_date = 12, n_lat = 19, n_lon = 36;

double fair(int c, int date, std::size_t row, std::size_t column) {
  return 12.0 * std::sin(1.3 * double(row) + 0.7 * double(column) + 0.4 * date + c);
}

// `whole`: the globe, from north to south and eastwards from 0 degrees; `turned`: without the polar caps,
// from south to north and eastwards from 180 degrees west.
enum class Layout { whole, turned };

// An hourly wind on a grid of 10 degrees, written by the first rank into a separate folder.
class WindFile {
 public:
  explicit WindFile(const Winds& winds, Layout layout = Layout::whole) {
    const bool turned = layout == Layout::turned;
    for (std::size_t row = turned ? 2 : 0; row < (turned ? n_lat - 2 : n_lat); ++row) rows_.push_back(row);
    if (turned) std::ranges::reverse(rows_);
    for (std::size_t i = 0; i < n_lon; ++i) columns_.push_back(turned ? (i + n_lon / 2) % n_lon : i);
    std::string path = test::scratch_path("wind.nc").string();
    world().broadcast(path, 0);
    path_ = path;
    run_on_root(world(), 0, [&] { write(winds); });
  }
  ~WindFile() { world().barrier(); }  // no rank reads the file any more when the next one is written

  ForcingFileSettings settings() const {
    ForcingFileSettings settings;
    settings.files = {path_};
    return settings;
  }

 private:
  void write(const Winds& winds) const {
    std::vector<double> hours, lat, lon;
    for (std::size_t i = 0; i < n_date; ++i) hours.push_back(double(i));
    for (const std::size_t row : rows_) lat.push_back(90.0 - 10.0 * double(row));
    for (std::size_t i = 0; i < n_lon; ++i)
      lon.push_back(10.0 * (double(i) + double(columns_[0])) - (columns_[0] > 0 ? 360.0 : 0.0));
    test::NetcdfFile file(path_);
    file.dimension("time", n_date).dimension("lat", rows_.size()).dimension("lon", n_lon);
    file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2020-01-01 00:00");
    file.variable("lat", NC_DOUBLE, {"lat"}).variable("lon", NC_DOUBLE, {"lon"});
    for (const char* name : {"u10", "v10"}) file.variable(name, NC_FLOAT, {"time", "lat", "lon"});
    file.put("time", hours).put("lat", lat).put("lon", lon);
    for (int c = 0; c < 2; ++c) {
      std::vector<double> values;
      for (int date = 0; date < int(n_date); ++date)
        for (const std::size_t row : rows_)
          for (const std::size_t column : columns_) values.push_back(winds(c, date, row, column));
      file.put(c == 0 ? "u10" : "v10", values);
    }
  }
  std::filesystem::path path_;
  std::vector<std::size_t> rows_, columns_;  // indices in the grid of the globe, in the file's order
};

const DateTime start = DateTime::parse("2020-01-01"), end = start + std::int64_t(n_date - 1) * 3600;

// Cells along a line over all longitudes, between 60 S and 60 N.
struct Cells {
  std::vector<double> lon, lat;
  explicit Cells(std::size_t first = 0, std::size_t step = 1, std::size_t n = 101) {
    for (std::size_t i = first; i < n; i += step) {
      lon.push_back((-170.0 + 3.6 * double(i)) * degree);
      lat.push_back((-60.0 + 1.17 * double(i)) * degree);
    }
  }
  static Cells of_rank() { return Cells(std::size_t(world().rank()), std::size_t(world().size())); }
  ForcingCells view() const { return {lon, lat}; }
};

// For each date, the variable that has no values, if any, then '?' if the date is in doubt and '.' otherwise.
// Checks that all ranks together and a single rank find the same.
std::string found(const WindFile& file, bool missing_is_zero = false) {
  const auto words = [&](const Cells& cells, const Communicator* ranks) {
    LatLonSeries series(file.settings(), wind_names(), start, end);
    const LatLonSampler sampler(std::move(series), file.settings(), cells.view());
    const GridFingerprint fingerprint(sampler.series(), sampler.used(), ranks);
    const DateSurvey survey(sampler.series(), fingerprint, wind_names(), missing_is_zero, {1, n_date - 1},
                            ranks);
    std::string out;
    for (std::size_t i = 0; i < n_date; ++i)
      out += survey.empty_variable(i) + (survey.is_doubtful(i) ? "?" : ".");
    return out;
  };
  const std::string together = words(Cells::of_rank(), &world());
  EXPECT_EQ(together, words(Cells(), nullptr));
  return together;
}

std::string refusal(const WindFile& file) {
  ForcingSettings settings;
  settings.wind.kind = WindKind::file;
  settings.wind.file = file.settings();
  try {
    Forcing(settings, Cells::of_rank().view(), start, end, &world());
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

// The first date of the surveyed range (the second of the file), and dates outside this range, are always in
// doubt: each rank checks them itself.
TEST(DateSurvey, FindsDatesInDoubt) {
  EXPECT_EQ(found(WindFile(fair)), "??..........");
  // Land without values at any date raises no doubt; a further point without a value does.
  const auto land = [](std::size_t row, std::size_t column) { return row < 9 && column % 5 == 0; };
  const Winds masked = [&](int c, int date, std::size_t row, std::size_t column) {
    return land(row, column) || (date == 7 && row == 8 && column == 13) ? nan : fair(c, date, row, column);
  };
  EXPECT_EQ(found(WindFile(masked)), "??.....?....");
  EXPECT_EQ(found(WindFile(masked), true), "??..........");
  // A point without a value at the first date may gain one later and lose it again.
  const Winds coming = [&](int c, int date, std::size_t row, std::size_t column) {
    const bool away = date != 3 && row == 8 && column == 13;
    return away && c == 1 ? nan : fair(c, date, row, column);
  };
  EXPECT_EQ(found(WindFile(coming)), "??..........");
}

TEST(DateSurvey, LooksAtTheRowsOfTheCellsOnly) {
  const auto gale_in_row = [](std::size_t bad_row) -> Winds {
    return [=](int c, int date, std::size_t row, std::size_t column) {
      return date == 9 && row == bad_row && column == 20 ? 100.0 + c : fair(c, date, row, column);
    };
  };
  EXPECT_EQ(found(WindFile(gale_in_row(10))), "??.......?..");  // 142 m/s
  EXPECT_EQ(found(WindFile(gale_in_row(1))), "??..........");   // at 80 N
}

TEST(DateSurvey, FindsDatesWithoutValues) {
  const auto hole = [](int without, int hour) -> Winds {
    return [=](int c, int date, std::size_t row, std::size_t column) {
      return c == without && date == hour ? nan : fair(c, date, row, column);
    };
  };
  EXPECT_EQ(found(WindFile(hole(1, 5))), "??...v10.......");
  EXPECT_EQ(found(WindFile(hole(0, 11))), "??.........u10.");
  EXPECT_EQ(found(WindFile(hole(0, 0))), "u10??..........");
  // If the first date has no values, the others cannot be compared with it.
  const Winds no_first = [&](int c, int date, std::size_t row, std::size_t column) {
    return date == 1 || (date == 4 && row == 12 && column == 3) ? nan : fair(c, date, row, column);
  };
  EXPECT_EQ(found(WindFile(no_first)), "?u10?..?.......");
  // A date with values only at 80 N is in doubt, but not without values.
  const Winds far = [&](int c, int date, std::size_t row, std::size_t column) {
    return date == 6 && row != 1 ? nan : fair(c, date, row, column);
  };
  EXPECT_EQ(found(WindFile(far)), "??....?.....");
}

TEST(ForcingTogether, ABadValueAtALateDateIsOneErrorForAllBeforeTheFirstStep) {
  for (const double bad : {nan, 400.0}) {
    const Winds late = [=](int c, int date, std::size_t row, std::size_t column) {
      return date >= 10 && row >= 11 && row <= 13 && column >= 24 ? bad : fair(c, date, row, column);
    };
    const WindFile file(late);
    std::string sentence = refusal(file);
    EXPECT_NE(sentence.find("at 2020-01-01T10:00:00Z over the sea cell at longitude"), std::string::npos)
        << sentence;
    EXPECT_NE(sentence.find("wind.nc"), std::string::npos) << sentence;
    const std::string mine = sentence;
    world().broadcast(sentence, 0);
    EXPECT_EQ(mine, sentence);
  }
  EXPECT_EQ(refusal(WindFile(fair)), "accepted");
}

// The dates that were read are identified by their values around the cells, for any order and extent of the
// file's grid and any number of ranks.
TEST(ForcingTogether, WhatWasReadIsToldByTheValuesAroundTheCells) {
  const auto read = [](const WindFile& file, std::int64_t hours = 5) {
    ForcingSettings settings;
    settings.wind.kind = WindKind::file;
    settings.wind.file = file.settings();
    settings.wind.file.interpolate_gaps = true;
    settings.wind.file.max_gap = 7200;
    const Cells mine = Cells::of_rank(), all;
    const DateTime from = start + 1800, until = start + 3600 * hours;
    const Forcing together(settings, mine.view(), start, end, &world()),
        alone(settings, all.view(), start, end);
    const std::vector<InputRecord> records = together.find_inputs(from, until, &world());
    EXPECT_EQ(records.at(0).role, "wind");
    EXPECT_EQ(records[0].fingerprints, alone.find_inputs(from, until, nullptr).at(0).fingerprints);
    return records[0].fingerprints;
  };
  const auto fair_ones = read(WindFile(fair));
  EXPECT_EQ(fair_ones.size(), 6u);
  EXPECT_EQ(fair_ones, read(WindFile(fair, Layout::turned)));
  EXPECT_EQ(read(WindFile(fair), 4).size(), 5u);
  const auto changed = [&](std::size_t row, std::size_t column) {
    const auto found = read(WindFile([=](int c, int date, std::size_t at_row, std::size_t at_column) {
      const bool here = date == 3 && at_row == row && at_column == column && c == 1;
      return fair(c, date, at_row, at_column) + (here ? 1e-4 : 0.0);
    }));
    std::string dates;
    for (const auto& [seconds, fingerprint] : fair_ones)
      dates += found.at(seconds) == fingerprint ? "." : "x";
    return dates;
  };
  EXPECT_EQ(changed(9, 19), "...x..");  // on the equator
  EXPECT_EQ(changed(1, 19), "......");  // at 80 N, where there is no cell
  const auto no_third = read(WindFile([](int c, int date, std::size_t row, std::size_t column) {
    return date == 3 ? nan : fair(c, date, row, column);
  }));
  EXPECT_EQ(no_third.size(), 6u);
  EXPECT_NE(no_third.at((start + 3 * 3600).seconds()), fair_ones.at((start + 3 * 3600).seconds()));
}

TEST(ForcingTogether, ValuesHaveTheBitsOfOneRankAlone) {
  const WindFile file([](int c, int date, std::size_t row, std::size_t column) {
    return row < 6 && column == 7 ? nan : fair(c, date, row, column);
  });
  ForcingSettings settings;
  settings.wind.kind = WindKind::file;
  settings.wind.file = file.settings();
  const Cells mine = Cells::of_rank(), all;
  Forcing together(settings, mine.view(), start, end, &world()), alone(settings, all.view(), start, end);
  for (std::int64_t seconds = 0; seconds <= end - start; seconds += 1100) {
    together.update(start + seconds);
    alone.update(start + seconds);
    for (std::size_t i = 0; i < mine.lon.size(); ++i) {
      const std::size_t cell = std::size_t(world().rank()) + i * std::size_t(world().size());
      EXPECT_EQ(together.wind_east()[i], alone.wind_east()[cell]);
      EXPECT_EQ(together.wind_north()[i], alone.wind_north()[cell]);
    }
  }
}

}  // namespace groundswell
