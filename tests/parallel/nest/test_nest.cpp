// SPDX-License-Identifier: Apache-2.0
// A sea within a larger one: a mesh cut from the larger one's own cells, fed along its edge by spectra, or
// parameters alone, of the cells around it every 30 minutes, must have the larger sea's waves inside. The sea
// reaches across 60 degrees of latitude, where the frames of directions change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "model/model.hpp"
#include "support/parallel_world.hpp"
#include "support/spectra_sample.hpp"

namespace groundswell::test {
namespace {

constexpr int n_hour = 36, first_hour = 6;

Mesh cut(const Mesh& mesh, double west, double east, double south, double north, EdgeKind beyond) {
  std::vector<std::uint8_t> keep(std::size_t(mesh.n_cell));
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    keep[cell] = mesh.lon_cell[cell] > west * degree && mesh.lon_cell[cell] < east * degree &&
                 mesh.lat_cell[cell] > south * degree && mesh.lat_cell[cell] < north * degree;
  return select_cells(mesh, keep, beyond);
}

RunConfig make_storm() {
  RunConfig config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02T12:00:00Z";
  config.time.step = 1800;
  config.physics.max_source_step = 600.0;
  config.forcing.wind.kind = WindKind::vortex;
  VortexSettings& storm = config.forcing.wind.vortex;
  // In degrees, as on the Earth: 13 m/s and 350 km on the smaller sphere.
  storm.lon = -28.0, storm.lat = 54.0;
  storm.travel_speed = 26.0, storm.travel_to_degree = 70.0;
  storm.max_speed = 28.0, storm.radius = 700e3, storm.shape = 1.0;
  storm.background_speed = 6.0, storm.background_from_degree = 250.0;
  return config;
}

// Fields of a run at the cells with these numbers, every half hour.
struct Record {
  std::vector<std::string> names{"hs",      "dir",   "t0m1", "spr",     "phs0",
                                 "pt0m1_0", "pdir0", "phs1", "pt0m1_1", "pdir1"};
  std::vector<std::vector<float>> values;   // [name][date * cell]
  std::vector<std::vector<float>> spectra;  // [date * cell]
};

Record run_and_record(const RunConfig& config, const Mesh& mesh, const std::vector<std::int64_t>& wanted,
                      bool with_spectra) {
  Model model(config, world(), mesh);
  std::vector<int> cells;
  for (const std::int64_t id : wanted)
    cells.push_back(
        int(std::ranges::find(model.local().mesh.cell_id, id) - model.local().mesh.cell_id.begin()));
  Record record;
  record.values.resize(record.names.size());
  for (int half_hour = 0; half_hour <= 2 * n_hour; ++half_hour) {
    if (half_hour > 0) model.step();
    const Diagnostics& fields = model.diagnose(record.names);
    for (std::size_t i = 0; i < record.names.size(); ++i)
      for (const int cell : cells) record.values[i].push_back(fields.field(record.names[i])[cell]);
    for (std::size_t i = 0; with_spectra && i < cells.size(); ++i)
      record.spectra.push_back(make_variance_spectrum(model.grid(),
                                                      model.state().action.row(std::size_t(cells[i])),
                                                      model.frame_angle()[std::size_t(cells[i])]));
  }
  return record;
}

std::vector<double> half_hours() {
  std::vector<double> out;
  for (int i = 0; i <= 2 * n_hour; ++i) out.push_back(0.5 * i);
  return out;
}

// On a sphere of half the Earth's size, where cells are 55 km wide: the larger sea, the smaller one, and the
// larger's cells around the smaller one.
struct Nest {
  Mesh large, small;
  std::vector<std::int64_t> inside, around;
  Record there, feed;

  Nest() {
    Mesh globe = make_icosahedral_mesh(6, 3.1855e6);
    globe.depth_cell.assign(std::size_t(globe.n_cell), 4000.0);
    large = cut(globe, -34, 34, 38, 78, EdgeKind::land);
    small = cut(large, -18, 18, 48, 68, EdgeKind::open_boundary);
    inside = small.cell_id;
    for (int edge = 0; edge < large.n_edge; ++edge)
      for (int side = 0; side < 2; ++side) {
        const int here = large.cell_on_edge(edge, side), other = large.cell_on_edge(edge, 1 - side);
        if (here < 0 || other < 0) continue;
        const std::int64_t id = large.cell_id[here];
        if (is_inside(large.cell_id[other]) && !is_inside(id) && std::ranges::count(around, id) == 0)
          around.push_back(id);
      }
    there = run_and_record(make_storm(), large, inside, false);
    feed = run_and_record(make_storm(), large, around, true);
  }
  bool is_inside(std::int64_t id) const { return std::ranges::count(inside, id) > 0; }
  std::vector<double> degrees(const std::vector<double>& of_cells) const {
    std::vector<double> out;
    for (const std::int64_t id : around)
      out.push_back(of_cells[std::size_t(std::ranges::find(large.cell_id, id) - large.cell_id.begin())] /
                    degree);
    return out;
  }
};

const Nest& nest() {
  static const Nest made;
  return made;
}

void write_spectra(const std::filesystem::path& path) {
  const Nest& n = nest();
  const SpectralGrid grid;
  SpectraSample sample{
      n.degrees(n.large.lon_cell), n.degrees(n.large.lat_cell), half_hours(), grid.frequency(), {}};
  for (const double theta : grid.direction())
    sample.directions.push_back(std::fmod(450.0 - theta / degree, 360.0));
  write_spectra_sample(path, sample, [&](std::size_t place, double hour, double f, double theta) {
    const auto freq = std::size_t(std::ranges::find(grid.frequency(), f) - grid.frequency().begin());
    const double turned = theta - 2.0 * pi * std::floor(theta / (2.0 * pi));
    const auto dir = std::size_t(turned / grid.direction_width());
    return n.feed.spectra[std::size_t(2.0 * hour + 0.5) * n.around.size() + place][freq * 36 + dir];
  });
}

void write_parameters(const std::filesystem::path& path) {
  const Nest& n = nest();
  NetcdfFile file(path);
  file.dimension("time", 2 * n_hour + 1).dimension("place", n.around.size());
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2000-01-01");
  file.variable("lon", NC_DOUBLE, {"place"}).variable("lat", NC_DOUBLE, {"place"});
  for (const std::string& name : n.feed.names) {
    const bool is_angle = name.find("dir") != std::string::npos || name == "spr";
    file.variable(name, NC_FLOAT, {"time", "place"})
        .attribute("units", is_angle ? "degree" : (name.find("hs") != std::string::npos ? "m" : "s"));
  }
  file.put("time", half_hours())
      .put("lon", n.degrees(n.large.lon_cell))
      .put("lat", n.degrees(n.large.lat_cell));
  for (std::size_t i = 0; i < n.feed.names.size(); ++i) {
    std::vector<double> values;
    for (const float value : n.feed.values[i]) {
      const bool is_direction = n.feed.names[i].find("dir") != std::string::npos;
      values.push_back(is_direction ? 270.0 - value / degree
                                    : (n.feed.names[i] == "spr" ? value / degree : value));
    }
    file.put(n.feed.names[i], values);
  }
}

struct Errors {
  double rms_height = 0.0, percentile_99 = 0.0, rms_direction = 0.0;  // [1], [1], [degree]
};

Errors compare(const Record& here) {
  const Record& there = nest().there;
  std::vector<double> relative, turned;
  for (std::size_t i = first_hour * 2 * nest().inside.size(); i < there.values[0].size(); ++i) {
    if (!(there.values[0][i] > 0.5f)) continue;
    relative.push_back(std::abs(here.values[0][i] / there.values[0][i] - 1.0));
    turned.push_back(std::remainder(double(here.values[1][i]) - there.values[1][i], 2.0 * pi) / degree);
  }
  const auto rms = [](const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value * value;
    return std::sqrt(sum / double(values.size()));
  };
  Errors errors{rms(relative), 0.0, rms(turned)};
  std::ranges::sort(relative);
  errors.percentile_99 = relative[std::size_t(0.99 * double(relative.size()))];
  std::printf("%zu heights: rms %.4f, 99th percentile %.4f, direction %.2f degrees\n", relative.size(),
              errors.rms_height, errors.percentile_99, errors.rms_direction);
  return errors;
}

Errors run_small(const std::filesystem::path& file) {
  RunConfig config = make_storm();
  config.boundary.kind = file.empty() ? "absorbing" : "file";
  config.boundary.file.files = {file};
  config.boundary.file.max_distance = 150e3;
  return compare(run_and_record(config, nest().small, nest().inside, false));
}

TEST(Nest, SpectraAlongTheEdgeMakeTheLargerSeaInside) {
  write_spectra(scratch_path("spectra.nc"));
  const Errors errors = run_small(scratch_path("spectra.nc"));
  EXPECT_LT(errors.rms_height, 0.02);
  EXPECT_LT(errors.percentile_99, 0.05);
  EXPECT_LT(errors.rms_direction, 2.0);
  // And without anything along the edge they would not.
  EXPECT_GT(run_small("").rms_height, 0.1);
}

TEST(Nest, ParametersAlongTheEdgeNearlyDo) {
  write_parameters(scratch_path("parameters.nc"));
  EXPECT_LT(run_small(scratch_path("parameters.nc")).rms_height, 0.10);
}

}  // namespace
}  // namespace groundswell::test
