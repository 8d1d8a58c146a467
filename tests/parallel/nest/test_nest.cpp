// SPDX-License-Identifier: Apache-2.0
// Seas nested in a larger one: two meshes cut from the larger one's own cells. Each is fed along its edge by
// the spectra that one run of the larger sea writes for it every 30 minutes, or (the first) only by
// parameters of the cells around it, and must have the larger sea's waves inside. The larger of the two
// extends across 60 degrees of latitude, where the frames of directions change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh_files/mesh_file.hpp"
#include "model/model_fields.hpp"
#include "run/model_output.hpp"
#include "support/netcdf_file.hpp"
#include "support/parallel_world.hpp"

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

ModelSettings make_storm() {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02T12:00:00Z";
  config.time.step = 1800;
  config.physics.max_source_step = 600.0;
  config.forcing.wind.kind = WindKind::vortex;
  VortexSettings& storm = config.forcing.wind.vortex;
  // The travel speed and the radius are converted to angles on the Earth: they are 13 m/s and 350 km on this
  // sphere, whose radius is half the Earth's.
  storm.lon = -28.0, storm.lat = 54.0;
  storm.travel_speed = 26.0, storm.travel_to_degree = 70.0;
  storm.max_speed = 28.0, storm.radius = 700e3, storm.shape = 1.0;
  storm.background_speed = 6.0, storm.background_from_degree = 250.0;
  return config;
}

// Fields of a run at the given cells, every half hour.
struct Record {
  std::vector<std::string> names{"hs",      "dir",   "t0m1", "spr",     "phs0",
                                 "pt0m1_0", "pdir0", "phs1", "pt0m1_1", "pdir1"};
  std::vector<std::vector<float>> values;  // [name][date * cell]
};

// Runs the model, records the wanted cells and writes the output of `settings`.
Record run_and_record(const ModelSettings& config, const Mesh& mesh, const std::vector<std::int64_t>& wanted,
                      const OutputSettings& settings) {
  Model model(config, world(), mesh);
  TimeStatistics statistics({}, known_fields(), 0);  // none
  ModelOutput source(model, statistics);
  RunOutput output(world(), make_model_products(settings, model), {}, model.local());
  std::vector<int> cells;
  for (const std::int64_t id : wanted)
    cells.push_back(
        int(std::ranges::find(model.local().mesh.cell_id, id) - model.local().mesh.cell_id.begin()));
  Record record;
  record.values.resize(record.names.size());
  for (int half_hour = 0; half_hour <= 2 * n_hour; ++half_hour) {
    if (half_hour > 0) model.step();
    output.publish(model.state().now, source);
    const Diagnostics& fields = model.diagnose(record.names);
    for (std::size_t i = 0; i < record.names.size(); ++i)
      for (const int cell : cells) record.values[i].push_back(fields.field(record.names[i])[cell]);
  }
  output.finish();
  return record;
}

OutputSettings no_output() {
  OutputSettings settings;
  settings.folder = scratch_path("").string();
  settings.mesh.interval = settings.lat_lon.interval = 0;
  return settings;
}

// A part of the larger sea, and the larger sea's waves there.
struct SmallSea {
  Mesh mesh;
  Record there;
};

// The sphere has half the Earth's radius, and its cells are 55 km wide.
struct Nest {
  Mesh large;
  std::vector<SmallSea> small;
  std::vector<std::int64_t> around;  // cells of the large sea around the first small one
  Record feed;                       // fields of the cells `around`

  Nest() {
    Mesh globe = make_icosahedral_mesh(6, 3.1855e6);
    globe.depth_cell.assign(std::size_t(globe.n_cell), 4000.0);
    large = cut(globe, -34, 34, 38, 78, EdgeKind::land);
    small = {{cut(large, -18, 18, 48, 68, EdgeKind::open_boundary), {}},
             {cut(large, 2, 26, 44, 56, EdgeKind::open_boundary), {}}};
    find_cells_around();
    run_large();
  }

  std::vector<double> degrees(const std::vector<double>& of_cells) const {
    std::vector<double> out;
    for (const std::int64_t id : around)
      out.push_back(of_cells[std::size_t(std::ranges::find(large.cell_id, id) - large.cell_id.begin())] /
                    degree);
    return out;
  }

 private:
  void find_cells_around() {
    const auto& inside = small[0].mesh.cell_id;
    const auto is_inside = [&](std::int64_t id) { return std::ranges::count(inside, id) > 0; };
    for (int edge = 0; edge < large.n_edge; ++edge)
      for (int side = 0; side < 2; ++side) {
        const int here = large.cell_on_edge(edge, side), other = large.cell_on_edge(edge, 1 - side);
        if (here < 0 || other < 0) continue;
        const std::int64_t id = large.cell_id[here];
        if (is_inside(large.cell_id[other]) && !is_inside(id) && std::ranges::count(around, id) == 0)
          around.push_back(id);
      }
  }

  // A single run, which writes the spectra for both small seas.
  void run_large() {
    OutputSettings settings = no_output();
    std::vector<std::int64_t> wanted = around;
    for (std::size_t i = 0; i < small.size(); ++i) {
      BoundaryOutputSettings& boundary = settings.boundaries.emplace_back();
      boundary.name = std::to_string(i);
      boundary.interval = 1800;
      boundary.mesh = scratch_path("mesh_" + boundary.name + ".nc");
      write_mesh_file(small[i].mesh, boundary.mesh);
      wanted.insert(wanted.end(), small[i].mesh.cell_id.begin(), small[i].mesh.cell_id.end());
    }
    const Record all = run_and_record(make_storm(), large, wanted, settings);
    std::size_t first = 0;
    const auto take = [&](std::size_t n) {
      Record part;
      for (const std::vector<float>& values : all.values) {
        std::vector<float>& taken = part.values.emplace_back();
        for (auto row = values.begin(); row != values.end(); row += std::ptrdiff_t(wanted.size()))
          taken.insert(taken.end(), row + std::ptrdiff_t(first), row + std::ptrdiff_t(first + n));
      }
      first += n;
      return part;
    };
    feed = take(around.size());
    for (SmallSea& sea : small) sea.there = take(sea.mesh.cell_id.size());
  }
};

const Nest& nest() {
  static const Nest made;
  return made;
}

std::vector<double> half_hours() {
  std::vector<double> out;
  for (int i = 0; i <= 2 * n_hour; ++i) out.push_back(0.5 * i);
  return out;
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
  double rms_at_edge = 0.0;                                           // of heights in cells with an open edge
};

double rms(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / double(values.size()));
}

std::vector<bool> has_open_edge(const Mesh& mesh) {
  std::vector<bool> has(std::size_t(mesh.n_cell), false);
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    if (mesh.edge_kind[std::size_t(edge)] == EdgeKind::open_boundary)
      has[std::size_t(std::max(mesh.cell_on_edge(edge, 0), mesh.cell_on_edge(edge, 1)))] = true;
  return has;
}

Errors compare(const SmallSea& sea, const Record& here) {
  const auto &heights = here.values[0], &there = sea.there.values[0];
  const std::size_t n_cell = sea.mesh.cell_id.size();
  const std::vector<bool> at_edge = has_open_edge(sea.mesh);
  std::vector<double> relative, at_edges, turned;
  for (std::size_t i = first_hour * 2 * n_cell; i < there.size(); ++i) {
    if (!(there[i] > 0.5f)) continue;
    relative.push_back(std::abs(heights[i] / there[i] - 1.0));
    if (at_edge[i % n_cell]) at_edges.push_back(relative.back());
    turned.push_back(std::remainder(double(here.values[1][i]) - sea.there.values[1][i], 2.0 * pi) / degree);
  }
  Errors errors{rms(relative), 0.0, rms(turned), rms(at_edges)};
  std::ranges::sort(relative);
  errors.percentile_99 = relative[std::size_t(0.99 * double(relative.size()))];
  std::printf("%zu heights: rms %.4f, 99th percentile %.4f, at the edge %.4f, direction %.2f degrees\n",
              relative.size(), errors.rms_height, errors.percentile_99, errors.rms_at_edge,
              errors.rms_direction);
  return errors;
}

Errors run_small(std::size_t number, const std::string& file) {
  const SmallSea& sea = nest().small[number];
  ModelSettings config = make_storm();
  config.boundary.kind = file.empty() ? BoundaryKind::absorbing : BoundaryKind::file;
  config.boundary.file.files = {scratch_path(file)};
  config.boundary.file.max_distance = 150e3;
  return compare(sea, run_and_record(config, sea.mesh, sea.mesh.cell_id, no_output()));
}

TEST(Nest, SpectraOfOneRunMakeItsWavesInTwoSmallerSeas) {
  for (const std::size_t number : {0, 1}) {
    const Errors errors = run_small(number, "boundary_" + std::to_string(number) + ".nc");
    EXPECT_LT(errors.rms_height, 0.02);
    EXPECT_LT(errors.percentile_99, 0.05);
    EXPECT_LT(errors.rms_at_edge, 0.03);
    EXPECT_LT(errors.rms_direction, 2.0);
  }
  // Without input along the edge, heights differ from those of the larger sea.
  EXPECT_GT(run_small(0, "").rms_height, 0.1);
}

TEST(Nest, ParametersAlongTheEdgeNearlyDo) {
  write_parameters(scratch_path("parameters.nc"));
  EXPECT_LT(run_small(0, "parameters.nc").rms_height, 0.10);
}

}  // namespace
}  // namespace groundswell::test
