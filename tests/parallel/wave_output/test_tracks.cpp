// SPDX-License-Identifier: Apache-2.0
// Spectra along tracks through the sample ocean, compared with the sample's formulas at positions found by
// bisecting great circles.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "parallel/output/output_test_support.hpp"
#include "parallel/wave_output/sample_run.hpp"

namespace groundswell {
namespace {

using test::dir_of;
using test::read_bytes;
using test::TestFolder;

const DateTime first = DateTime::parse("1996-01-15 18:00"), last = first + 3 * 3600;

struct DatedPosition {
  std::int64_t seconds;  // after `first`
  double lon, lat;
};
using Track = std::vector<DatedPosition>;

// A track across the date line and then over the North Pole.
const Track pacific{{-1000, 150.0, -20.0}, {3600, -170.0, 5.0}, {10800, 10.0, 85.0}};
// A track from the Gulf of Guinea across the continent to the Indian Ocean: on land from 20 to 80 degrees
// east.
const Track crossing{{0, 0.0, 0.0}, {10800, 100.0, 0.0}};

Vec3 vector_to(double lon, double lat) {
  return point_at(lon * degree, lat * degree);
}

// The position at a date, by repeatedly bisecting the great circle between two positions.
Vec3 slow_position(const Track& track, double seconds) {
  std::size_t i = 0;
  while (double(track[i + 1].seconds) < seconds) ++i;
  Vec3 a = vector_to(track[i].lon, track[i].lat), b = vector_to(track[i + 1].lon, track[i + 1].lat);
  double begin = double(track[i].seconds), end = double(track[i + 1].seconds);
  for (int halving = 0; halving < 50; ++halving) {
    const Vec3 middle = normalized(a + b);
    const double date = 0.5 * (begin + end);
    (seconds < date ? b : a) = middle;
    (seconds < date ? end : begin) = date;
  }
  return a;
}

class Tracks : public testing::Test {
 protected:
  Tracks() : world_(MPI_COMM_WORLD), ocean_(test::sample_ocean()), part_(test::deal_cells(world_, ocean_)) {}

  // Settings for output along one track only; also writes the file of the track. Collective.
  OutputSettings settings_for(const std::string& folder, const Track& track, TrackValue value) {
    run_on_root(world_, 0, [&] {
      std::ofstream file(folder + "/path.csv");
      file.precision(17);
      file << "time,lon,lat\n";
      for (const DatedPosition& at : track)
        file << (first + at.seconds).iso() << ',' << at.lon << ',' << at.lat << '\n';
    });
    OutputSettings settings = test::sample_settings(folder);
    settings.mesh.interval = settings.lat_lon.interval = settings.points.interval = 0;
    settings.points.spectra_interval = 0;
    settings.tracks.interval = 1800;
    settings.tracks.tracks = {{"ship", folder + "/path.csv", value}};
    return settings;
  }
  NetcdfReader write(const OutputSettings& settings) {
    test::write_sample(world_, ocean_, settings);
    return NetcdfReader(settings.folder.string() + "/track_ship.nc");
  }

  Communicator world_;
  const Mesh& ocean_;
  LocalMesh part_;
  SpectralAxes axes_ = test::sample_axes();
  std::size_t n_dir_ = axes_.directions.size(), n_bin_ = axes_.frequencies.size() * n_dir_;
};

TEST_F(Tracks, SpectraFollowTheFormulasAlongThePath) {
  const TestFolder folder(world_, "along");
  const NetcdfReader file = write(settings_for(folder.path(), pacific, TrackValue::interpolated));
  const auto time = file.read<double>("time");
  ASSERT_EQ(time.size(), 7u);
  EXPECT_EQ(file.dimension_size("station"), 1u);
  const auto lon = file.read<float>("longitude"), lat = file.read<float>("latitude"),
             efth = file.read<float>("efth"), wind = file.read<float>("wnd"),
             from = file.read<float>("wnddir"), current = file.read<float>("cur"),
             depth = file.read<float>("dpt"), distance = file.read<float>("distance");
  EXPECT_EQ(file.read<float>("track_longitude"), lon);
  EXPECT_EQ(file.read<float>("track_latitude"), lat);
  for (std::size_t i = 0; i < 7; ++i) {
    const Vec3 place = slow_position(pacific, 1800.0 * double(i));
    EXPECT_NEAR(time[i], double(first.seconds() + 1800 * std::int64_t(i)) / 86400.0 - 7305.0, 1e-9);
    EXPECT_LT(arc_length(place, vector_to(lon[i], lat[i])), 1e-6) << i;
    EXPECT_TRUE(lon[i] >= -180.0f && lon[i] < 180.0f);
    EXPECT_EQ(distance[i], 0.0f);
    EXPECT_NEAR(depth[i], 4000.0f, 0.01f);
    const double east = longitude(place), north = latitude(place);
    const auto [u, v] = test::sample_wind(east, north);
    EXPECT_NEAR(wind[i], std::hypot(u, v), 0.03) << i;
    EXPECT_NEAR(std::remainder(from[i] - std::atan2(-u, -v) / degree, 360.0), 0.0, 0.5) << i;
    EXPECT_NEAR(current[i], 0.05 * std::hypot(u, v), 0.002) << i;
    double off = 0.0, sum = 0.0;
    for (std::size_t b = 0; b < n_bin_; ++b) {
      const double expected = test::sample_spectrum(axes_, b / n_dir_, dir_of(b % n_dir_), east, north);
      off += std::abs(double(efth[i * n_bin_ + b]) - expected);
      sum += expected;
    }
    // Near the pole directions are rotated by whole bins.
    EXPECT_LT(off, (lat[i] > 80.0f ? 0.15 : 0.05) * sum) << i;
  }
}

// On land a date has the values of the nearest cell if that is within max_distance, and otherwise none.
TEST_F(Tracks, OnLandDatesMoveToTheNearestCellOrAreMissing) {
  const TestFolder folder(world_, "crossing");
  OutputSettings settings = settings_for(folder.path(), crossing, TrackValue::interpolated);
  settings.tracks.max_distance = 2000e3;
  const NetcdfReader file = write(settings);
  const auto lon = file.read<float>("longitude"), lat = file.read<float>("latitude"),
             track = file.read<float>("track_longitude"), distance = file.read<float>("distance"),
             depth = file.read<float>("dpt"), efth = file.read<float>("efth");
  ASSERT_EQ(lon.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(track[i], 100.0 * double(i) / 6.0, 1e-4);
    const std::vector<float> spectrum(efth.begin() + std::ptrdiff_t(i * n_bin_),
                                      efth.begin() + std::ptrdiff_t((i + 1) * n_bin_));
    const bool is_missing = i == 3, has_moved = i == 2 || i == 4;
    EXPECT_EQ(std::isnan(distance[i]), is_missing) << i;
    EXPECT_EQ(std::isnan(depth[i]), is_missing) << i;
    for (const float bin : spectrum) EXPECT_EQ(std::isnan(bin), is_missing) << i;
    EXPECT_EQ(lon[i] == track[i], !has_moved) << i;
    if (!has_moved) continue;
    const Vec3 place = vector_to(track[i], 0.0);
    double nearest = 1e9;
    std::size_t cell = 0;
    for (std::size_t c = 0; c < std::size_t(ocean_.n_cell); ++c) {
      const double there = arc_length(place, point_at(ocean_.lon_cell[c], ocean_.lat_cell[c]));
      if (there < nearest) nearest = there, cell = c;
    }
    EXPECT_NEAR(distance[i], nearest * ocean_.sphere_radius, 1.0);
    EXPECT_NEAR(lon[i], ocean_.lon_cell[cell] / degree, 1e-4);
    EXPECT_NEAR(lat[i], ocean_.lat_cell[cell] / degree, 1e-4);
    for (std::size_t b = 0; b < n_bin_; ++b)
      EXPECT_EQ(spectrum[b], test::sample_spectrum(axes_, b / n_dir_, dir_of(b % n_dir_),
                                                   ocean_.lon_cell[cell], ocean_.lat_cell[cell]));
  }
  const ProductList products = test::sample_products(world_, settings, part_, first, last);
  const std::string line = products.at(0)->describe_places().at(0);
  EXPECT_NE(line.find("in the sea at 4 dates"), std::string::npos) << line;
  EXPECT_NE(line.find("moved to the nearest sea cell at 2"), std::string::npos) << line;
  EXPECT_NE(line.find("missing at 1"), std::string::npos) << line;
}

// The file has the spectra of the surrounding cells themselves; their mean with the weights in the file is
// the interpolated spectrum.
TEST_F(Tracks, CellsAroundHaveTheirOwnSpectraAndWeights) {
  const TestFolder folder(world_, "cells");
  OutputSettings settings = settings_for(folder.path(), crossing, TrackValue::cells);
  settings.tracks.max_distance = 2000e3;
  settings.tracks.tracks.push_back({"one", folder.path() + "/path.csv", TrackValue::interpolated});
  const NetcdfReader file = write(settings), one(folder.path() + "/track_one.nc");
  ASSERT_EQ(file.dimension_size("station"), 3u);
  const auto lon = file.read<float>("longitude"), lat = file.read<float>("latitude"),
             track = file.read<float>("track_longitude"), weight = file.read<float>("weight"),
             distance = file.read<float>("distance"), efth = file.read<float>("efth"),
             wind = file.read<float>("wnd"), expected = one.read<float>("efth");
  for (std::size_t i = 0; i < 7; ++i) {
    float sum = 0.0f;
    Vec3 middle;
    std::vector<double> mean(n_bin_, 0.0);
    for (std::size_t s = 3 * i; s < 3 * i + 3; ++s) {
      sum += weight[s];
      EXPECT_EQ(std::isnan(distance[s]), weight[s] == 0.0f) << s;
      EXPECT_EQ(std::isnan(efth[s * n_bin_]), weight[s] == 0.0f) << s;
      if (weight[s] == 0.0f) continue;
      const double east = lon[s] * degree, north = lat[s] * degree;
      const auto [u, v] = test::sample_wind(east, north);
      EXPECT_NEAR(wind[s], std::hypot(u, v), 1e-4);
      EXPECT_NEAR(distance[s],
                  ocean_.sphere_radius * arc_length(vector_to(track[s], 0.0), vector_to(lon[s], lat[s])),
                  2.0);
      middle = middle + vector_to(lon[s], lat[s]) * weight[s];
      for (std::size_t b = 0; b < n_bin_; ++b) {
        EXPECT_NEAR(efth[s * n_bin_ + b],
                    test::sample_spectrum(axes_, b / n_dir_, dir_of(b % n_dir_), east, north), 1e-5);
        mean[b] += double(weight[s]) * double(efth[s * n_bin_ + b]);
      }
    }
    EXPECT_NEAR(sum, i == 3 ? 0.0f : 1.0f, 1e-6f) << i;
    EXPECT_EQ(weight[3 * i + 1] > 0.0f, i != 2 && i != 3 && i != 4) << i;
    if (weight[3 * i + 1] == 0.0f) continue;
    EXPECT_LT(arc_length(normalized(middle), vector_to(track[3 * i], 0.0)), 1e-5) << i;
    for (std::size_t b = 0; b < n_bin_; ++b) EXPECT_NEAR(expected[i * n_bin_ + b], mean[b], 1e-5);
  }
}

TEST_F(Tracks, BytesAreThoseOfOneRankAndOfAnUnbrokenRun) {
  const TestFolder folder(world_, "bytes");
  for (const auto value : {TrackValue::interpolated, TrackValue::cells}) {
    OutputSettings settings = settings_for(folder.path(), crossing, value);
    run_on_root(world_, 0, [&] { test::write_sample(Communicator::self(), ocean_, settings); });
    const std::string path = folder.path() + "/track_ship.nc", expected = read_bytes(path);
    EXPECT_GT(expected.size(), 1000u);
    world_.barrier();
    test::write_sample(world_, ocean_, settings);
    EXPECT_TRUE(read_bytes(path) == expected) << name_of(track_values, value);
    test::SampleSource source(part_, first);
    const auto run = [&](std::optional<DateTime> keep_until, const DateTime& stop) {
      RunOutput output(world_, test::sample_products(world_, settings, part_, first, last),
                       test::sample_header(), part_, keep_until);
      for (DateTime now = keep_until ? *keep_until + 1800 : first; now <= stop; now = now + 1800)
        output.publish(now, source);
      if (stop == last) output.finish();
    };
    run({}, first + 4 * 1800);
    run(first + 2 * 1800, last);
    EXPECT_TRUE(read_bytes(path) == expected) << name_of(track_values, value);
  }
}

// Output dates are whole intervals after the settings' start (by default that of the run), limited to the
// run, to the settings' end and to the time range of the track.
TEST_F(Tracks, DatesLieWithinThePathAndTheRun) {
  const TestFolder folder(world_, "dates");
  const auto minutes_of = [&](const Track& track, const auto& change) {
    OutputSettings settings = settings_for(folder.path(), track, TrackValue::interpolated);
    change(settings.tracks);
    std::vector<int> minutes;
    for (const double day : write(settings).read<double>("time"))
      minutes.push_back(int(std::lround((day + 7305.0) * 1440.0 - double(first.seconds()) / 60.0)));
    return minutes;
  };
  const auto nothing = [](TrackOutputSettings&) {};
  const Track middle{{1700, 150.0, 0.0}, {9000, 170.0, 0.0}}, early{{-9000, 150.0, 0.0}, {-1, 170.0, 0.0}};
  using Minutes = std::vector<int>;
  EXPECT_EQ(minutes_of(middle, nothing), (Minutes{30, 60, 90, 120, 150}));
  EXPECT_EQ(minutes_of(middle, [](auto& s) { s.interval = 7200; }), (Minutes{120}));
  EXPECT_EQ(minutes_of(middle, [](auto& s) { s.start = first + 3600, s.end = first + 5400; }),
            (Minutes{60, 90}));
  EXPECT_EQ(minutes_of(middle, [](auto& s) { s.start = first + -1800, s.interval = 3600; }),
            (Minutes{30, 90, 150}));
  EXPECT_EQ(minutes_of(early, nothing), (Minutes{}));
  const auto oddity = [&](const Track& track) {
    const OutputSettings settings = settings_for(folder.path(), track, TrackValue::interpolated);
    return test::sample_products(world_, settings, part_, first, last).at(0)->describe_oddity();
  };
  EXPECT_EQ(oddity(middle), "");
  EXPECT_NE(oddity(early).find("no date of output within the run"), std::string::npos);
  EXPECT_NE(
      oddity({{0, 40.0, 0.0}, {10800, 60.0, 10.0}})
          .find("path.csv' lies outside of the sea of this mesh at all of its 7 dates of output, at best"),
      std::string::npos);
}

// A date at which the track has a position has values, however long the gaps around it are.
TEST_F(Tracks, NothingIsWrittenInLongGaps) {
  const TestFolder folder(world_, "gaps");
  const Track track{
      {0, 150.0, 0.0}, {1800, 152.0, 0.0}, {5000, 154.0, 0.0}, {9000, 158.0, 0.0}, {10800, 160.0, 0.0}};
  OutputSettings settings = settings_for(folder.path(), track, TrackValue::cells);
  for (const std::int64_t gap : {3199, 3200, 4000}) {
    settings.tracks.max_gap = gap;
    const auto distance = write(settings).read<float>("distance");
    ASSERT_EQ(distance.size(), 21u);
    for (std::size_t i = 0; i < 7; ++i) {
      const std::int64_t seconds = 1800 * std::int64_t(i);
      const bool is_missing = (gap < 3200 && seconds == 3600) || (gap < 4000 && seconds == 5400) ||
                              (gap < 4000 && seconds == 7200);
      EXPECT_EQ(std::isnan(distance[3 * i]), is_missing) << gap << " at " << seconds;
    }
  }
  settings.tracks.max_gap = 1000;
  const auto products = test::sample_products(world_, settings, part_, first, last);
  EXPECT_NE(products.at(0)->describe_places().at(0).find(
                "in the sea at 4 dates, in gaps between its positions and missing at 3"),
            std::string::npos);
}

TEST_F(Tracks, MistakesAreReported) {
  const TestFolder folder(world_, "track_mistakes");
  const auto sentence_of = [&](const Track& track, const auto& change) -> std::string {
    OutputSettings settings = settings_for(folder.path(), track, TrackValue::interpolated);
    change(settings.tracks.tracks);
    try {
      test::sample_products(world_, settings, part_, first, last);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto nothing = [](auto&) {};
  EXPECT_NE(sentence_of({{0, 0.0, 0.0}, {0, 1.0, 0.0}}, nothing).find("path.csv:3"), std::string::npos);
  EXPECT_NE(sentence_of(pacific, [](auto& t) { t[0].name = "a/b"; }).find("'a/b'"), std::string::npos);
  EXPECT_NE(sentence_of(pacific, [](auto& t) { t.push_back(t[0]); }).find("listed twice"), std::string::npos);
  EXPECT_NE(sentence_of(pacific, [](auto& t) { t[0].file = "absent.csv"; }).find("there is no file"),
            std::string::npos);
}

}  // namespace
}  // namespace groundswell
