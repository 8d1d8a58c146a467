// SPDX-License-Identifier: Apache-2.0
// Tracks of ships and satellites in text and netCDF files, and the error messages about invalid files.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "support/netcdf_file.hpp"
#include "wave_output/track_reader.hpp"

namespace groundswell {
namespace {

using test::NetcdfFile;
using test::scratch_path;

std::filesystem::path text_file(const std::string& content) {
  const std::filesystem::path path = scratch_path("ship.csv");
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::vector<TrackPoint> read(const std::filesystem::path& path) {
  return read_track_points(path, Calendar::standard);
}

std::string refusal(const std::filesystem::path& path) {
  try {
    read(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_words(const std::string& sentence, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(sentence.find(word), std::string::npos) << word << " in " << sentence;
}

double seconds_of(const std::string& date) {
  return double(DateTime::parse(date).seconds());
}

// A file with three positions, in the form that a test requests.
struct SatelliteFile {
  nc_type type = NC_DOUBLE;
  std::string time_name = "time", lon_name = "lon", lat_name = "lat", lon_unit = "degrees_east";
  std::vector<double> times{0.0, 0.93, 1.86}, lons{179.0, 180.0, 181.0}, lats{-1.0, 0.0, 1.0};
  double scale = 1.0;
  std::size_t n = 3;
  std::vector<std::string> dimensions{"obs"}, lat_dimensions;  // if empty, `dimensions` applies
  bool has_standard_names = false, has_bounds = false;

  std::filesystem::path write() const {
    const std::filesystem::path path = scratch_path("satellite.nc");
    NetcdfFile file(path);
    file.dimension("obs", n).dimension("trajectory", 1).dimension("other", n);
    file.variable(time_name, NC_DOUBLE, dimensions).attribute("units", "seconds since 1996-01-15");
    if (has_standard_names) file.attribute("standard_name", std::string("time"));
    if (has_bounds) file.variable("lon_bnds", NC_DOUBLE, {"obs", "other"}).attribute("units", lon_unit);
    const auto add = [&](const std::string& name, const char* standard_name) {
      file.variable(name, type, name == lat_name && !lat_dimensions.empty() ? lat_dimensions : dimensions);
      if (scale != 1.0) file.attribute("scale_factor", scale);
      if (has_standard_names) file.attribute("standard_name", std::string(standard_name));
    };
    add(lat_name, "latitude");
    add(lon_name, "longitude");
    if (!lon_unit.empty()) file.attribute("units", lon_unit);
    std::vector<double> packed_lons = lons, packed_lats = lats;
    for (double& value : packed_lons) value /= scale;
    for (double& value : packed_lats) value /= scale;
    file.put(time_name, times).put(lon_name, packed_lons).put(lat_name, packed_lats);
    return path;
  }
};

TEST(TrackReader, ReadsText) {
  const auto points =
      read(text_file("\xef\xbb\xbf# a ship\r\n\r\n Name, LAT ,time, \"Longitude\"\r\n"
                     "\"a, b\",10.5, 1996-01-15T18:00:00Z, -69.5\r\n"
                     "  # at sea\r\n"
                     "x,+11,1996-01-15 20:00:00.25 +01:00,1.705e2,7"));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].seconds, seconds_of("1996-01-15 18:00"));
  EXPECT_EQ(points[0].position.lon, -69.5);
  EXPECT_EQ(points[0].position.lat, 10.5);
  EXPECT_EQ(points[1].seconds, seconds_of("1996-01-15 19:00") + 0.25);
  EXPECT_EQ(points[1].position.lon, 170.5);
  EXPECT_EQ(points[1].position.lat, 11.0);
}

TEST(TrackReader, RefusesTextThatIsNoTrack) {
  const std::string head = "time,lon,lat\n", one = head + "1996-01-15,1,2\n";
  for (const auto& [content, words] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"", {"ship.csv", "no positions"}},
           {"# nothing\n" + head, {"ship.csv", "no positions"}},
           {one, {"ship.csv:2", "only one position"}},
           {"1996-01-15,1,2\n", {"ship.csv:1", "no column is called time", "time,lon,lat"}},
           {"time,lon,lat,longitude\n", {"ship.csv:1", "two columns are called lon"}},
           {one + "1996-01-16,1\n", {"ship.csv:3", "2 columns", "3 are needed"}},
           {one + "1996-02-30,1,2\n", {"ship.csv:3", "1996-2-30"}},
           {one + "noon,1,2\n", {"ship.csv:3", "'noon' is not a date"}},
           {one + "1996-01-16,,2\n", {"ship.csv:3", "no longitude"}},
           {one + "1996-01-16,1,\n", {"ship.csv:3", "no latitude"}},
           {one + "1996-01-16,1,nan\n", {"ship.csv:3", "no latitude (nan)"}},
           {one + "1996-01-16,inf,1\n", {"ship.csv:3", "no longitude (inf)"}},
           {one + "1996-01-16,1W,2\n", {"ship.csv:3", "'1W' is not a number"}},
           {one + "1996-01-16,+-1,2\n", {"ship.csv:3", "'+-1' is not a number"}},
           {one + "1996-01-16,2,-100\n", {"ship.csv:3", "latitude -100", "exchanged"}},
           {one + "1996-01-16,1000,2\n", {"ship.csv:3", "longitude 1000"}},
           {one + "1996-01-15,1,2\n", {"ship.csv:3", "1996-01-15T00:00:00Z", "ship.csv:2", "too"}},
           {one + "# c\n1996-01-14T23:59:59.5Z,1,2\n",
            {"ship.csv:4", "1996-01-14T23:59:59.500Z", "earlier than 1996-01-15T00:00:00Z", "ship.csv:2"}},
           {one + "1996-01-16,-179,-2\n", {"ship.csv:3", "other side of the globe", "ship.csv:2"}}})
    expect_words(refusal(text_file(content)), words);
  expect_words(refusal(scratch_path("absent.csv")), {"there is no file", "absent.csv"});
  expect_words(refusal(scratch_path("").parent_path()), {"is a folder"});
}

TEST(TrackReader, ReadsNetcdf) {
  SatelliteFile file;
  const auto expect_points = [&] {
    const auto points = read(file.write());
    ASSERT_EQ(points.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(points[i].seconds, seconds_of("1996-01-15") + file.times[i], 1e-6);
      EXPECT_NEAR(points[i].position.lon, file.lons[i], 1e-4);
      EXPECT_NEAR(points[i].position.lat, file.lats[i], 1e-4);
    }
  };
  expect_points();
  file.has_bounds = true;
  expect_points();
  file.type = NC_FLOAT;
  file.dimensions = {"trajectory", "obs"};
  expect_points();
  file.type = NC_INT;
  file.scale = 1e-6;
  file.lon_unit = "";
  expect_points();
  file.has_standard_names = true;
  file.time_name = "t", file.lon_name = "x_place", file.lat_name = "y_place";
  expect_points();
}

TEST(TrackReader, RefusesNetcdfThatIsNoTrack) {
  const SatelliteFile good;
  const auto refusal_of = [&](const auto& change) {
    SatelliteFile file = good;
    change(file);
    return refusal(file.write());
  };
  expect_words(refusal_of([](auto& f) { f.times[1] = 2.5; }),
               {"position 3 of", "satellite.nc", "00:00:01.860Z", "00:00:02.500Z", "earlier"});
  expect_words(refusal_of([](auto& f) { f.times[2] = f.times[1]; }), {"position 3", "position 2", "too"});
  expect_words(refusal_of([](auto& f) { f.lons[1] = NC_FILL_DOUBLE; }), {"position 2", "no longitude"});
  expect_words(refusal_of([](auto& f) { f.lats[0] = 91.0; }), {"position 1", "latitude 91"});
  expect_words(refusal_of([](auto& f) { f.times[0] = NC_FILL_DOUBLE; }), {"time", "missing"});
  expect_words(refusal_of([](auto& f) { f.times[0] = -1e300; }), {"time", "-1e+300", "not a date"});
  expect_words(refusal_of([](auto& f) { f.lon_unit = "m"; }), {"'lon'", "'m'", "not degrees"});
  expect_words(refusal_of([](auto& f) { f.lon_name = "easting", f.lon_unit = ""; }),
               {"no longitude", "easting"});
  expect_words(refusal_of([](auto& f) {
                 f.dimensions = {"obs", "other"};
                 for (auto* values : {&f.times, &f.lons, &f.lats}) values->assign(9, 1.0);
               }),
               {"two dimensions", "'obs' and 'other'", "extract one"});
  expect_words(refusal_of([](auto& f) { f.lat_dimensions = {"other"}; }),
               {"'lat'", "does not lie along", "'time'"});
  expect_words(refusal_of([](auto& f) { f.n = 1, f.times = {0.0}, f.lons = {1.0}, f.lats = {1.0}; }),
               {"only one position"});
  const std::filesystem::path broken = scratch_path("broken.nc");
  std::ofstream(broken) << "no netCDF";
  expect_words(refusal(broken), {"broken.nc"});
}

}  // namespace
}  // namespace groundswell
