// SPDX-License-Identifier: Apache-2.0
// Waves from files of spectra: height, period and direction inside the mesh are those of the file, also
// between its places and dates and in both charts of directions; input that does not fit is refused before
// the first step.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "boundary/boundary.hpp"
#include "model/model.hpp"
#include "spectrum/shapes.hpp"
#include "support/band_mesh.hpp"
#include "support/parallel_world.hpp"
#include "support/spectra_sample.hpp"

namespace groundswell::test {
namespace {

// Writes spectra at points every 20 degrees along a circle of latitude, with waves of the height height(lon,
// hour) from one direction; returns the path.
std::filesystem::path write_ring(double lat, double from, const std::function<double(double, double)>& height,
                                 std::vector<double> hours) {
  SpectraSample sample;
  for (double lon = 0.0; lon < 360.0; lon += 20.0) {
    sample.lon.push_back(lon);
    sample.lat.push_back(lat);
  }
  sample.hours = std::move(hours);
  for (int i = 0; i < 30; ++i) sample.frequency.push_back(0.04 * std::pow(1.1, i));
  for (int j = 0; j < 24; ++j) sample.directions.push_back(15.0 * j);
  const auto path = scratch_path("ring.nc");
  const JonswapShape one_metre = make_jonswap_from_height(1.0, 0.08);
  write_spectra_sample(path, sample, [&](std::size_t place, double hour, double f, double theta) {
    return std::pow(height(sample.lon[place], hour), 2) * compute_jonswap(one_metre, f) *
           compute_cosine_power(theta - (270.0 - from) * degree, 40.0);
  });
  return path;
}

ModelSettings make_run(const std::filesystem::path& file) {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 3600;
  config.with_sources = false;
  config.boundary.kind = BoundaryKind::file;
  config.boundary.file.files = {file};
  config.boundary.file.max_distance = 2500e3;
  return config;
}

struct Band {
  double south, north, from;
};

TEST(BoundaryFiles, WavesEnterAsTheFileHasThem) {
  for (const Band& band :
       {Band{45.0, 59.0, 15.0}, Band{45.0, 61.5, 15.0}, Band{61.0, 75.0, 195.0}, Band{-75.0, -61.0, 345.0}}) {
    const bool from_north = band.from < 90.0 || band.from > 270.0;
    const auto file = write_ring(from_north ? band.north : band.south, band.from,
                                 [](double, double) { return 3.0; }, {0.0, 12.0, 24.0});
    ModelSettings config = make_run(file);
    Model model(config, world(), make_band(band.south, band.north));
    for (int step = 0; step < 20; ++step) model.step();
    const Diagnostics& fields = model.diagnose({"dir", "t0m1"});
    const OpenEdges& open = model.inflow().edges();
    const Mesh& mesh = model.local().mesh;
    int n = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const int cell = mesh.cell_on_edge(open.edge[i], 0);
      if ((mesh.lat_edge[open.edge[i]] > mesh.lat_cell[cell]) != from_north) continue;
      if (fields.height()[cell] < 2.0f) continue;
      ++n;
      const double turn = fields.field("dir")[cell] / degree - (270.0 - band.from);
      EXPECT_LT(std::abs(std::remainder(turn, 360.0)), 8.0) << band.south << open.name(i);
      EXPECT_NEAR(fields.field("t0m1")[cell], 12.5 * 0.903, 0.7);
    }
    EXPECT_GE(world().sum(std::int64_t(n)), 30) << band.south << " to " << band.north;
  }
}

// The spectra that enter at a date, one row per open edge.
RowArray<float> entering(const ModelSettings& config, const Model& model, std::int64_t seconds) {
  const OpenEdges& open = model.inflow().edges();
  const auto source = make_boundary(config.boundary, open, model.grid(), config.start(), config.end());
  RowArray<float> rows(open.size(), std::size_t(model.grid().n_bin()));
  const DateTime now = config.start() + seconds;
  source->update({now, now}, rows.rows());
  return rows;
}

double height_of(const SpectralGrid& grid, const float* action) {
  double m0 = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq)
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      m0 += action[freq * grid.n_dir() + dir] * grid.sigma()[freq] * grid.frequency_width()[freq] *
            grid.direction_width();
  return 4.0 * std::sqrt(m0);
}

TEST(BoundaryFiles, EnergyIsLinearInPlaceAndTime) {
  PlanarHexSettings hexagons;
  hexagons.nx = hexagons.ny = 10, hexagons.spacing = 10e3;
  Mesh mesh = make_planar_hex_mesh(hexagons);
  mesh.depth_cell.assign(std::size_t(mesh.n_cell), 4000.0);
  SpectraSample sample{{0.0, 0.0}, {-20e3, 110e3}, {0.0, 6.0, 12.0, 18.0, 24.0}, {}, {}};
  for (int i = 0; i < 40; ++i) sample.frequency.push_back(0.04 * std::pow(1.1, i));
  for (int j = 0; j < 36; ++j) sample.directions.push_back(10.0 * j);
  const JonswapShape one_metre = make_jonswap_from_height(1.0, 0.08);
  write_spectra_sample(scratch_path("plane.nc"), sample,
                       [&](std::size_t place, double hour, double f, double theta) {
                         const double energy = (place == 0 ? 1.0 : 9.0) * (1.0 + hour / 12.0);
                         return energy * compute_jonswap(one_metre, f) * compute_cosine_power(theta, 8.0);
                       });
  ModelSettings config = make_run(scratch_path("plane.nc"));
  const Model model(config, world(), mesh);
  for (const std::int64_t seconds : {0, 5400, 86400}) {
    const RowArray<float> rows = entering(config, model, seconds);
    for (std::size_t i = 0; i < rows.n_row(); ++i) {
      const double share = (model.inflow().edges().y[i] + 20e3) / 130e3, hour = double(seconds) / 3600.0;
      const double energy = (1.0 + 8.0 * share) * (1.0 + hour / 12.0);
      EXPECT_NEAR(height_of(model.grid(), rows.row(i)), std::sqrt(energy), 0.01 * std::sqrt(energy));
    }
  }
}

void expect_refused(const ModelSettings& config, const std::string& words) {
  try {
    const Model model(config, world(), make_band(45.0, 59.0));
    FAIL() << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(BoundaryFiles, RefusesWhatDoesNotCoverTheRun) {
  const auto steady = [](double, double) { return 2.0; };
  ModelSettings config = make_run(write_ring(52.0, 15.0, steady, {0.0, 3.0, 6.0, 9.0, 12.0}));
  expect_refused(config,
                 "ends at 2000-01-01T12:00:00Z; the first date that is missing is 2000-01-01T15:00:00Z");
  config = make_run(write_ring(52.0, 15.0, steady, {0.0, 3.0, 6.0, 12.0, 15.0, 18.0, 21.0, 24.0}));
  expect_refused(config, "is missing at 2000-01-01T09:00:00Z");
  config.boundary.file.interpolate_gaps = true;
  config.boundary.file.max_gap = 6 * 3600;
  EXPECT_NO_THROW(Model(config, world(), make_band(45.0, 59.0)));
  config.boundary.file.max_distance = 300e3;
  expect_refused(config, "lies within 300 km of the open edge at longitude");
  config.boundary.file.zero_where_no_place = true;
  EXPECT_NO_THROW(Model(config, world(), make_band(45.0, 59.0)));
}

}  // namespace
}  // namespace groundswell::test
