// SPDX-License-Identifier: Apache-2.0
// Output of a small ocean: the same bytes as from one rank, the values of the formulas, and mistakes.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "parallel/output/output_test_support.hpp"
#include "parallel/output/sample_run.hpp"

namespace groundswell {
namespace {

using test::read_bytes;
using test::TestFolder;

class OutputClientTest : public testing::Test {
 protected:
  OutputClientTest() : world_(MPI_COMM_WORLD), ocean_(test::make_sample_ocean()) {}

  Communicator world_;
  Mesh ocean_;
};

TEST_F(OutputClientTest, BytesAreThoseOfOneRank) {
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

TEST_F(OutputClientTest, ValuesAreInGlobalOrderWithDatesAndUnits) {
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
// date line; only land is missing.
TEST_F(OutputClientTest, LatLonProductFollowsTheFormulas) {
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
      if (std::hypot(u, v) < 5.0) continue;  // where the wind is weak its direction turns sharply
      const double from = std::atan2(-u, -v) / degree;
      EXPECT_NEAR(std::remainder(mwd[p] - from, 360.0), 0.0, 0.3) << lon[i] << ' ' << lat[j];
    }
  // The continent alone has 9 x 13 points of 5 degrees.
  EXPECT_GT(n_land, 100);
  EXPECT_LT(n_land, 200);
}

TEST_F(OutputClientTest, PlacesHaveSeriesAndSpectra) {
  const TestFolder folder(world_, "places");
  test::write_sample(world_, ocean_, folder.path());
  const NetcdfReader series(folder.path() + "/points.nc"), spectra(folder.path() + "/spectra.nc");
  EXPECT_EQ(series.read<double>("time").size(), 7u);
  const auto lon = series.read<double>("cell_lon"), lat = series.read<double>("cell_lat"),
             distance = series.read<double>("cell_distance");
  const auto cell = series.read<int>("cell");
  const auto hs = series.read<float>("hs");
  ASSERT_EQ(hs.size(), 21u);
  for (std::size_t s = 0; s < 3; ++s) {
    EXPECT_LT(distance[s], 300e3);
    EXPECT_NEAR(lat[s], ocean_.lat_cell[std::size_t(cell[s] - 1)] / degree, 1e-9);
    EXPECT_EQ(hs[4 * 3 + s], test::sample_value("hs", lon[s] * degree, lat[s] * degree, 2.0));
  }
  const auto axes = test::sample_header().axes;
  const auto direction = spectra.read<float>("direction"), efth = spectra.read<float>("efth");
  const std::size_t n_dir = axes.directions.size(), n_freq = axes.frequencies.size();
  ASSERT_EQ(efth.size(), 4 * 3 * n_freq * n_dir);
  EXPECT_NEAR(direction[0], 90.0 - 7.5, 1e-4);  // travel to 7.5 degrees north of east
  for (int place = 0; place < 3; ++place)
    for (std::size_t b = 0; b < n_freq * n_dir; ++b)
      EXPECT_EQ(efth[(3 * 3 + std::size_t(place)) * n_freq * n_dir + b],
                test::sample_spectrum(axes, b / n_dir, b % n_dir, place));
  EXPECT_NEAR(spectra.read<double>("time")[1] - spectra.read<double>("time")[0], 1.0 / 24.0, 1e-9);
}

TEST_F(OutputClientTest, MistakesAreReported) {
  const TestFolder folder(world_, "mistakes");
  const DateTime first = DateTime::parse("1996-01-15"), last = first + 7200;
  const LocalMesh part = test::deal_cells(world_, ocean_);
  const auto sentence_of = [&](const OutputSettings& settings) -> std::string {
    try {
      OutputClient(world_, OutputPlan(settings, first, last), test::sample_header(), part);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  OutputSettings settings = test::sample_settings(folder.path() + "/none");
  EXPECT_NE(sentence_of(settings).find("does not exist"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.mesh.fields.push_back("swh");
  EXPECT_NE(sentence_of(settings).find("field 'swh' is not known"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.points.places.push_back({"Sahara", 50.0, 5.0});
  EXPECT_NE(sentence_of(settings).find("'Sahara'"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.lat_lon.variables.push_back("hs");
  EXPECT_NE(sentence_of(settings).find("no variable 'hs'"), std::string::npos);
  settings = test::sample_settings(folder.path());
  settings.lat_lon.west = 30.0, settings.lat_lon.east = 60.0, settings.lat_lon.south = 0.0,
  settings.lat_lon.north = 10.0;
  EXPECT_NE(sentence_of(settings).find("no point of the lat-lon output lies in the sea"), std::string::npos);
}

TEST_F(OutputClientTest, IncompleteDatesAreRefused) {
  const TestFolder folder(world_, "incomplete");
  const DateTime first = DateTime::parse("1996-01-15");
  const LocalMesh part = test::deal_cells(world_, ocean_);
  OutputClient client(world_, OutputPlan(test::sample_settings(folder.path()), first, first + 3600),
                      test::sample_header(), part);
  const Array<float> values(std::size_t(part.n_owned));
  client.publish(first, "hs", values.view());
  EXPECT_THROW(client.publish(first, "ice", values.view()), LogicError);
  EXPECT_THROW(client.publish(first + 60, "hs", values.view()), LogicError);
  EXPECT_THROW(client.complete(first), Error);
}

TEST_F(OutputClientTest, RefusesCellsWithoutOwnerOrWithTwo) {
  const TestFolder folder(world_, "owners");
  const DateTime first = DateTime::parse("1996-01-15");
  const OutputPlan plan(test::sample_settings(folder.path()), first, first + 3600);
  LocalMesh part = test::deal_cells(world_, ocean_);
  if (world_.rank() == 0) --part.n_owned;
  EXPECT_THROW(OutputClient(world_, plan, test::sample_header(), part), Error);
  part = test::deal_cells(world_, ocean_);
  if (world_.rank() == world_.size() - 1) part.global_cell[0] = part.global_cell[1];
  EXPECT_THROW(OutputClient(world_, plan, test::sample_header(), part), Error);
}

// In the plane positions are metres, and a longitude-latitude grid has no meaning.
TEST_F(OutputClientTest, PlanarMeshesHaveMetres) {
  const TestFolder folder(world_, "plane");
  const DateTime first = DateTime::parse("1996-01-15");
  const Mesh plane = make_planar_hex_mesh({.nx = 12, .ny = 4, .spacing = 5000.0});
  const LocalMesh part = test::deal_cells(world_, plane);
  OutputSettings settings = test::sample_settings(folder.path());
  settings.mesh.fields = {"hs"};
  settings.points.fields = {"hs"};
  settings.points.spectra_interval = 0;
  settings.points.places = {{"offshore", 30100.0, 50.0}};
  EXPECT_THROW(OutputClient(world_, OutputPlan(settings, first, first), {}, part), Error);
  settings.lat_lon.interval = 0;
  OutputClient client(world_, OutputPlan(settings, first, first), {}, part);
  Array<float> hs(std::size_t(part.n_owned));
  for (std::size_t i = 0; i < hs.size(); ++i) hs[i] = float(part.mesh.x_cell[i]);
  client.publish(first, "hs", hs.view());
  client.complete(first);
  client.finish();
  const NetcdfReader fields(folder.path() + "/fields.nc"), series(folder.path() + "/points.nc");
  EXPECT_EQ(fields.text_attribute("x", "units"), "m");
  EXPECT_FALSE(fields.has_variable("lon"));
  const auto x = fields.read<double>("x");
  const auto written = fields.read<float>("hs");
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(written[i], float(x[i]));
  EXPECT_EQ(series.read<float>("hs"), std::vector<float>{30000.0f});
  EXPECT_NEAR(series.read<double>("cell_distance")[0], std::hypot(100.0, 50.0), 1e-6);
}

// Ranks without cells, rows of the grid or places take part like any other.
TEST_F(OutputClientTest, FewerRowsThanRanksWork) {
  const TestFolder folder(world_, "few_rows");
  const DateTime first = DateTime::parse("1996-01-15");
  OutputSettings settings = test::sample_settings(folder.path());
  settings.mesh.interval = settings.points.interval = settings.points.spectra_interval = 0;
  settings.lat_lon.west = 170.0, settings.lat_lon.east = 190.0, settings.lat_lon.south = 0.0;
  settings.lat_lon.north = 5.0;
  settings.lat_lon.variables = {"v10"};
  // All cells on the last rank.
  const Partition partition{world_.size(), std::vector<int>(std::size_t(ocean_.n_cell), world_.size() - 1)};
  const LocalMesh part = make_local_mesh(ocean_, partition, world_.rank(), 1);
  OutputClient client(world_, OutputPlan(settings, first, first), {}, part);
  EXPECT_EQ(client.plan().fields_due(first), (std::vector<std::string>{"uwnd", "vwnd"}));
  Array<float> zero(std::size_t(part.n_owned)), two(zero.size());
  for (float& value : two) value = 2.0f;
  client.publish(first, "uwnd", zero.view());
  client.publish(first, "vwnd", two.view());
  client.complete(first);
  client.finish();
  const auto v10 = NetcdfReader(folder.path() + "/lat_lon.nc").read<float>("v10");
  ASSERT_EQ(v10.size(), 10u);
  for (const float value : v10) EXPECT_NEAR(value, 2.0f, 0.01f);
}

}  // namespace
}  // namespace groundswell
