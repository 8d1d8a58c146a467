// SPDX-License-Identifier: Apache-2.0
// Output of a small ocean: the same bytes as from one rank, the values of the formulas, and errors.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

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

// Provides the given fields; no others may be requested.
class FieldsSource final : public OutputSource {
 public:
  void update(const DateTime&, const std::vector<std::string>& names) override {
    EXPECT_EQ(names.size(), fields.size());
  }
  View<const float> field(std::string_view name) const override {
    const std::vector<float>& values = fields.at(std::string(name));
    return {values.data(), values.size()};
  }
  void get_row(int, View<float>) const override { ADD_FAILURE(); }

  std::map<std::string, std::vector<float>> fields;
};

class OutputTest : public testing::Test {
 protected:
  OutputTest() : world_(MPI_COMM_WORLD), ocean_(test::sample_ocean()) {}

  Communicator world_;
  const Mesh& ocean_;
};

TEST_F(OutputTest, BytesAreThoseOfOneRank) {
  const TestFolder folder(world_, "same_bytes");
  const std::string many = folder.path() + "/many", one = folder.path() + "/one";
  run_on_root(world_, 0, [&] {
    std::filesystem::create_directory(many);
    std::filesystem::create_directory(one);
    test::write_sample(Communicator::self(), ocean_, one);
  });
  test::write_sample(world_, ocean_, many);
  for (const char* name : {"fields.nc", "lat_lon.nc", "points.nc", "spectra.nc"}) {
    const std::string expected = read_bytes(one + "/" + name), found = read_bytes(many + "/" + name);
    EXPECT_GT(expected.size(), 1000u) << name;
    EXPECT_TRUE(expected == found) << name << " differs; " << expected.size() << " and " << found.size()
                                   << " bytes";
  }
}

// All files together: a run that stops after half an hour or two hours, and one that continues from there or
// from the first date, leave the bytes of an uninterrupted run.
TEST_F(OutputTest, ARunThatGoesOnLeavesTheSameBytes) {
  const TestFolder folder(world_, "go_on");
  const std::string whole = folder.path() + "/whole", broken = folder.path() + "/broken";
  run_on_root(world_, 0, [&] {
    std::filesystem::create_directory(whole);
    std::filesystem::create_directory(broken);
  });
  test::write_sample(world_, ocean_, whole);
  const OutputSettings settings = test::sample_settings(broken);
  const DateTime first = DateTime::parse("1996-01-15 18:00"), last = first + 3 * 3600;
  const LocalMesh part = test::deal_cells(world_, ocean_);
  test::SampleSource source(part, first);
  const auto run = [&](std::optional<DateTime> keep_until, const DateTime& stop) {
    RunOutput output(world_, test::sample_products(world_, settings, part, first, last),
                     test::sample_header(), part, keep_until);
    for (DateTime now = keep_until ? *keep_until + 1800 : first; now <= stop; now = now + 1800)
      output.publish(now, source);
    if (stop == last) output.finish();
  };
  for (const int stop : {1, 4})
    for (const int keep : {0, stop}) {
      run({}, first + stop * 1800);
      run(first + keep * 1800, last);
      for (const char* name : {"/fields.nc", "/lat_lon.nc", "/points.nc", "/spectra.nc"})
        EXPECT_TRUE(read_bytes(whole + name) == read_bytes(broken + name))
            << name << ' ' << stop << ' ' << keep;
    }
  // If the files lack a date, no run can continue them.
  run({}, first);
  EXPECT_THROW(run(first + 3600, last), Error);
}

TEST_F(OutputTest, ValuesAreInGlobalOrderWithDatesAndUnits) {
  const TestFolder folder(world_, "values");
  test::write_sample(world_, ocean_, folder.path());
  const NetcdfReader fields(folder.path() + "/fields.nc");
  const auto n = std::size_t(ocean_.n_cell);
  EXPECT_EQ(fields.dimension_size("nCells"), n);
  EXPECT_EQ(fields.text_attribute("time", "units"), "seconds since 1996-01-15 18:00:00");
  EXPECT_EQ(fields.read<double>("time"), (std::vector<double>{0, 3600, 7200, 10800}));
  const auto hs = fields.read<float>("hs", {2, 0}, {1, n});
  const auto dir = fields.read<float>("dir", {2, 0}, {1, n});
  for (std::size_t i = 0; i < n; ++i) {
    const float expected = test::sample_value("hs", ocean_.lon_cell[i], ocean_.lat_cell[i], 2.0);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(hs[i]) && std::isnan(dir[i])) << i;
      continue;
    }
    EXPECT_EQ(hs[i], expected) << i;
    const auto [u, v] = test::sample_wind(ocean_.lon_cell[i], ocean_.lat_cell[i]);
    const double from = std::fmod(std::atan2(-u, -v) / degree + 360.0, 360.0);
    EXPECT_NEAR(std::remainder(dir[i] - from, 360.0), 0.0, 1e-4) << i;
  }
  const auto spread = fields.read<float>("spr", {0, n - 1}, {1, 1});
  EXPECT_NEAR(spread[0], 0.5 / degree, 1e-4);
}

// The formulas are smooth, so the value at a grid point is near the formula there, also at the poles and the
// date line; values are missing only on land and, of waves, under ice.
TEST_F(OutputTest, LatLonProductFollowsTheFormulas) {
  const TestFolder folder(world_, "lat_lon");
  test::write_sample(world_, ocean_, folder.path());
  const NetcdfReader product(folder.path() + "/lat_lon.nc");
  const auto lon = product.read<double>("longitude"), lat = product.read<double>("latitude");
  ASSERT_EQ(lon.size(), 72u);
  ASSERT_EQ(lat.size(), 37u);
  EXPECT_EQ(lon.front(), -180.0);
  EXPECT_EQ(product.read<double>("time"), (std::vector<double>{0, 7200}));
  const std::vector<std::size_t> start{1, 0, 0}, count{1, lat.size(), lon.size()};
  const auto swh = product.read<float>("swh", start, count), mwd = product.read<float>("mwd", start, count),
             u10 = product.read<float>("u10", start, count), v10 = product.read<float>("v10", start, count);
  int n_land = 0;
  for (std::size_t j = 0; j < lat.size(); ++j)
    for (std::size_t i = 0; i < lon.size(); ++i) {
      const std::size_t p = j * lon.size() + i;
      const bool inland = lon[i] > 24 && lon[i] < 76 && lat[j] > -26 && lat[j] < 36;
      const bool coast = !inland && lon[i] > 16 && lon[i] < 84 && lat[j] > -34 && lat[j] < 44;
      n_land += std::isnan(u10[p]);
      EXPECT_FALSE(inland && !std::isnan(u10[p])) << lon[i] << ' ' << lat[j];
      if (inland || coast) continue;
      const auto [u, v] = test::sample_wind(lon[i] * degree, lat[j] * degree);
      EXPECT_NEAR(u10[p], u, 0.03) << lon[i] << ' ' << lat[j];
      EXPECT_NEAR(v10[p], v, 0.03) << lon[i] << ' ' << lat[j];
      EXPECT_FALSE(lat[j] < -80 && !(std::isnan(swh[p]) && std::isnan(mwd[p]))) << lon[i] << ' ' << lat[j];
      if (lat[j] < -71) continue;
      EXPECT_NEAR(swh[p], 3.0 + 2.0 * std::sin(lat[j] * degree) + 0.2, 0.01) << lon[i] << ' ' << lat[j];
      if (std::hypot(u, v) < 5.0) continue;  // the direction of weak wind turns sharply
      const double from = std::atan2(-u, -v) / degree;
      EXPECT_NEAR(std::remainder(mwd[p] - from, 360.0), 0.0, 0.3) << lon[i] << ' ' << lat[j];
    }
  // The continent alone covers about 11 x 13 points of the 5-degree grid.
  EXPECT_GT(n_land, 100);
  EXPECT_LT(n_land, 200);
}

TEST_F(OutputTest, PlacesHaveTheValuesOfTheNearestCell) {
  const TestFolder folder(world_, "nearest");
  OutputSettings settings = test::sample_settings(folder.path());
  settings.points.value = PlaceValue::nearest;
  test::write_sample(world_, ocean_, settings);
  const NetcdfReader series(folder.path() + "/points.nc"), spectra(folder.path() + "/spectra.nc");
  EXPECT_EQ(series.read<double>("time").size(), 7u);
  const auto lon = series.read<double>("cell_lon"), lat = series.read<double>("cell_lat"),
             distance = series.read<double>("cell_distance");
  const auto cell = series.read<int>("cell");
  const auto hs = series.read<float>("hs");
  ASSERT_EQ(hs.size(), 21u);
  EXPECT_EQ(series.read<int>("has_cell_values"), (std::vector<int>{1, 1, 1}));
  const auto axes = test::sample_axes();
  const auto direction = spectra.read<float>("direction"), efth = spectra.read<float>("efth");
  const std::size_t n_dir = axes.directions.size(), n_bin = axes.n_bin();
  ASSERT_EQ(efth.size(), 4 * 3 * n_bin);
  EXPECT_NEAR(direction[0], 352.5, 1e-4);  // of travel, clockwise from north
  for (std::size_t s = 0; s < 3; ++s) {
    const auto i = std::size_t(cell[s] - 1);
    EXPECT_LT(distance[s], 300e3);
    EXPECT_NEAR(lat[s], ocean_.lat_cell[i] / degree, 1e-9);
    EXPECT_EQ(hs[4 * 3 + s], test::sample_value("hs", lon[s] * degree, lat[s] * degree, 2.0));
    for (std::size_t b = 0; b < n_bin; ++b)
      EXPECT_EQ(efth[(3 * 3 + s) * n_bin + b], test::sample_spectrum(axes, b / n_dir, dir_of(b % n_dir),
                                                                     ocean_.lon_cell[i], ocean_.lat_cell[i]));
  }
  EXPECT_NEAR(spectra.read<double>("time")[1] - spectra.read<double>("time")[0], 1.0 / 24.0, 1e-9);
}

// The formulas are smooth, so the interpolated value at a place between cells is nearly theirs, even at the
// pole and at the date line, although the nearest cell may be 250 km away.
TEST_F(OutputTest, PlacesInTheSeaAreInterpolated) {
  const TestFolder folder(world_, "interpolated");
  test::write_sample(world_, ocean_, folder.path());
  const NetcdfReader series(folder.path() + "/points.nc"), spectra(folder.path() + "/spectra.nc");
  const auto hs = series.read<float>("hs"), u = series.read<float>("uwnd"), v = series.read<float>("vwnd");
  const auto longitude = spectra.read<float>("longitude"), latitude = spectra.read<float>("latitude"),
             efth = spectra.read<float>("efth"), wind = spectra.read<float>("wnd"),
             current = spectra.read<float>("cur");
  EXPECT_EQ(series.read<int>("has_cell_values"), (std::vector<int>{0, 0, 0}));
  const auto places = test::sample_settings("").points.places;
  const auto axes = test::sample_axes();
  const std::size_t n_dir = axes.directions.size(), n_bin = axes.n_bin();
  for (std::size_t s = 0; s < places.size(); ++s) {
    const double lon = places[s].lon * degree, lat = places[s].lat * degree;
    EXPECT_EQ(longitude[s], float(places[s].lon));
    EXPECT_EQ(latitude[s], float(places[s].lat));
    EXPECT_NEAR(hs[4 * 3 + s], test::sample_value("hs", lon, lat, 2.0), 0.005) << places[s].name;
    const auto [east, north] = test::sample_wind(lon, lat);
    EXPECT_NEAR(u[s], east, 0.03) << places[s].name;
    EXPECT_NEAR(v[s], north, 0.03) << places[s].name;
    EXPECT_NEAR(wind[s], std::hypot(east, north), 0.03) << places[s].name;
    EXPECT_NEAR(current[s], 0.05 * std::hypot(east, north), 0.002) << places[s].name;
    double off = 0.0, sum = 0.0;
    for (std::size_t b = 0; b < n_bin; ++b) {
      const double expected = test::sample_spectrum(axes, b / n_dir, dir_of(b % n_dir), lon, lat);
      off += std::abs(double(efth[s * n_bin + b]) - expected);
      sum += expected;
    }
    // At the pole directions are rotated by whole bins.
    EXPECT_LT(off, (s == 0 ? 0.15 : 0.05) * sum) << places[s].name;
  }
}

// On land a place has the values of the nearest sea cell, and that cell's position.
TEST_F(OutputTest, APlaceOnLandMovesToTheNearestSeaCell) {
  const TestFolder folder(world_, "on_land");
  OutputSettings settings = test::sample_settings(folder.path());
  settings.points.places = {{"Gulf of Guinea", 0.0, 0.0}, {"Kinshasa", 24.0, -4.0}};
  settings.points.max_distance = 800e3;
  test::write_sample(world_, ocean_, settings);
  const NetcdfReader series(folder.path() + "/points.nc"), spectra(folder.path() + "/spectra.nc");
  EXPECT_EQ(series.read<int>("has_cell_values"), (std::vector<int>{0, 1}));
  const auto cell = std::size_t(series.read<int>("cell")[1] - 1);
  EXPECT_GT(series.read<double>("cell_distance")[1], 100e3);
  EXPECT_EQ(series.read<float>("hs")[1],
            test::sample_value("hs", ocean_.lon_cell[cell], ocean_.lat_cell[cell], 0.0));
  EXPECT_NEAR(spectra.read<float>("latitude")[1], ocean_.lat_cell[cell] / degree, 1e-5);
}

// Each kind has its own first and last date, which need not be the run's.
TEST_F(OutputTest, EachKindHasItsOwnDates) {
  const TestFolder folder(world_, "dates");
  const DateTime first = DateTime::parse("1996-01-15 18:00");
  OutputSettings settings = test::sample_settings(folder.path());
  settings.mesh.start = first + 3600;
  settings.lat_lon.end = first + 7199;
  settings.points.start = first + -900;  // so that its dates lie between the steps of the run
  settings.points.end = first + 9000;
  test::write_sample(world_, ocean_, settings);
  const auto seconds = [&](const char* name) {
    return NetcdfReader(folder.path() + name).read<double>("time");
  };
  EXPECT_EQ(seconds("/fields.nc"), (std::vector<double>{3600, 7200, 10800}));
  EXPECT_EQ(seconds("/lat_lon.nc"), (std::vector<double>{0}));
  EXPECT_EQ(seconds("/points.nc"), (std::vector<double>{}));
  settings.mesh.interval = settings.lat_lon.interval = 0;
  settings.points.start.reset();
  test::write_sample(world_, ocean_, settings);
  EXPECT_EQ(seconds("/points.nc"), (std::vector<double>{0, 1800, 3600, 5400, 7200, 9000}));
  EXPECT_EQ(seconds("/spectra.nc").size(), 3u);  // one per hour
}

TEST_F(OutputTest, MistakesAreReported) {
  const TestFolder folder(world_, "mistakes");
  const DateTime first = DateTime::parse("1996-01-15"), last = first + 7200;
  const LocalMesh part = test::deal_cells(world_, ocean_);
  const auto sentence_of = [&](const OutputSettings& settings) -> std::string {
    try {
      RunOutput(world_, test::sample_products(world_, settings, part, first, last), test::sample_header(),
                part);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  OutputSettings settings = test::sample_settings(folder.path() + "/none");
  EXPECT_NE(sentence_of(settings).find("does not exist"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.mesh.fields.push_back("swh");
  EXPECT_NE(sentence_of(settings).find("field 'swh' in mesh output is not known"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.points.places.push_back({"Sahara", 50.0, 5.0});
  EXPECT_NE(sentence_of(settings).find("'Sahara'"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.lat_lon.variables.push_back("wind");
  EXPECT_NE(sentence_of(settings).find("field 'wind' in lat-lon output is not known"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.lat_lon.west = 30.0, settings.lat_lon.east = 60.0, settings.lat_lon.south = 0.0,
  settings.lat_lon.north = 10.0;
  EXPECT_NE(sentence_of(settings).find("no point of the lat-lon output lies in the sea"), std::string::npos);
}

TEST_F(OutputTest, RefusesCellsWithoutOwnerOrWithTwo) {
  const TestFolder folder(world_, "owners");
  const DateTime first = DateTime::parse("1996-01-15");
  const auto make_output = [&](const LocalMesh& part) {
    OutputSettings settings = test::sample_settings(folder.path());
    settings.lat_lon.interval = settings.points.interval = settings.points.spectra_interval = 0;
    RunOutput(world_, test::sample_products(world_, settings, part, first, first + 3600),
              test::sample_header(), part);
  };
  LocalMesh part = test::deal_cells(world_, ocean_);
  if (world_.rank() == 0) --part.n_owned;
  EXPECT_THROW(make_output(part), Error);
  part = test::deal_cells(world_, ocean_);
  if (world_.rank() == world_.size() - 1) part.global_cell[0] = part.global_cell[1];
  EXPECT_THROW(make_output(part), Error);
}

// In the plane, positions are in metres, and a longitude-latitude grid has no meaning.
TEST_F(OutputTest, PlanarMeshesHaveMetres) {
  const TestFolder folder(world_, "plane");
  const DateTime first = DateTime::parse("1996-01-15");
  const Mesh plane = make_planar_hex_mesh({.nx = 12, .ny = 4, .spacing = 5000.0});
  const LocalMesh part = test::deal_cells(world_, plane);
  OutputSettings settings = test::sample_settings(folder.path());
  settings.mesh.fields = {"hs"};
  settings.points.fields = {"hs"};
  settings.points.spectra_interval = 0;
  settings.points.places = {{"offshore", 30100.0, 50.0}};
  EXPECT_THROW(test::sample_products(world_, settings, part, first, first), Error);
  settings.lat_lon.interval = 0;
  RunOutput output(world_, test::sample_products(world_, settings, part, first, first), {}, part);
  FieldsSource source;
  for (std::size_t i = 0; i < std::size_t(part.n_owned); ++i)
    source.fields["hs"].push_back(float(part.mesh.x_cell[i]));
  output.publish(first, source);
  output.finish();
  const NetcdfReader fields(folder.path() + "/fields.nc"), series(folder.path() + "/points.nc");
  EXPECT_EQ(fields.text_attribute("x", "units"), "m");
  EXPECT_FALSE(fields.has_variable("lon"));
  const auto x = fields.read<double>("x");
  const auto written = fields.read<float>("hs");
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(written[i], float(x[i]));
  EXPECT_NEAR(series.read<float>("hs")[0], 30100.0f, 0.1f);  // linear in the plane
  EXPECT_NEAR(series.read<double>("cell_distance")[0], std::hypot(100.0, 50.0), 1e-6);
}

// Ranks without cells, rows of the grid or places take part like any other.
TEST_F(OutputTest, FewerRowsThanRanksWork) {
  const TestFolder folder(world_, "few_rows");
  const DateTime first = DateTime::parse("1996-01-15");
  OutputSettings settings = test::sample_settings(folder.path());
  settings.mesh.interval = settings.points.interval = settings.points.spectra_interval = 0;
  settings.lat_lon.west = 170.0, settings.lat_lon.east = 190.0, settings.lat_lon.south = 0.0;
  settings.lat_lon.north = 5.0;
  settings.lat_lon.variables = {"v10"};
  // All cells are on the last rank.
  const Partition partition{world_.size(), std::vector<int>(std::size_t(ocean_.n_cell), world_.size() - 1)};
  const LocalMesh part = make_local_mesh(ocean_, partition, world_.rank(), 1);
  RunOutput output(world_, test::sample_products(world_, settings, part, first, first), {}, part);
  FieldsSource source;
  source.fields["uwnd"].assign(std::size_t(part.n_owned), 0.0f);
  source.fields["vwnd"].assign(std::size_t(part.n_owned), 2.0f);
  output.publish(first, source);
  output.finish();
  const auto v10 = NetcdfReader(folder.path() + "/lat_lon.nc").read<float>("v10");
  ASSERT_EQ(v10.size(), 10u);
  for (const float value : v10) EXPECT_NEAR(value, 2.0f, 0.01f);
}

}  // namespace
}  // namespace groundswell
