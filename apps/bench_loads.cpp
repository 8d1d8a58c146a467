// SPDX-License-Identifier: Apache-2.0
#include "apps/bench_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "run/job.hpp"

namespace groundswell {
namespace {

constexpr double operational_spacing = 9e3;  // [m]
constexpr double shelf_spacing = 5e3;        // [m]

// Radius [m] of the sphere on which n_cell cells are `spacing` wide: a hexagon has the area sqrt(3)/2
// spacing^2.
double radius_for_spacing(std::int64_t n_cell, double spacing) {
  return std::sqrt(double(n_cell) * 0.5 * std::sqrt(3.0) * spacing * spacing / (4.0 * pi));
}

// The positions of a rank's cells.
struct CellPlaces {
  explicit CellPlaces(const LocalMesh& local)
      : lon(local.mesh.lon_cell.begin(), local.mesh.lon_cell.begin() + local.n_owned),
        lat(local.mesh.lat_cell.begin(), local.mesh.lat_cell.begin() + local.n_owned) {}
  std::vector<double> lon, lat;
};

// A steady wind of 5 to 25 m/s everywhere, in meandering westerly and easterly bands.
std::unique_ptr<ForcingSource> banded_wind(const LocalMesh& local) {
  return make_dated_source([at = CellPlaces(local)](const DateTime&, std::span<const View<float>> values) {
    for (std::size_t cell = 0; cell < at.lon.size(); ++cell) {
      const double speed = 15.0 + 10.0 * std::sin(3.0 * at.lon[cell]) * std::cos(2.0 * at.lat[cell]);
      const double direction = 6.0 * at.lat[cell] + 0.5 * std::sin(5.0 * at.lon[cell]);
      values[0][cell] = float(speed * std::cos(direction));
      values[1][cell] = float(speed * std::sin(direction));
    }
  });
}

// The phase [rad] of a tide of 12.4 h that travels once around the sphere.
double tide_phase(const DateTime& now, double lon) {
  return 2.0 * pi * std::fmod(double(now.seconds()) / 44640.0, 1.0) - lon;
}

// A level of up to 2 m, and a current of up to 1 m/s.
std::unique_ptr<ForcingSource> tidal_level(const LocalMesh& local) {
  return make_dated_source(
      [at = CellPlaces(local)](const DateTime& now, std::span<const View<float>> values) {
        for (std::size_t cell = 0; cell < at.lon.size(); ++cell)
          values[0][cell] = float(2.0 * std::cos(at.lat[cell]) * std::cos(tide_phase(now, at.lon[cell])));
      });
}
std::unique_ptr<ForcingSource> tidal_current(const LocalMesh& local) {
  return make_dated_source(
      [at = CellPlaces(local)](const DateTime& now, std::span<const View<float>> values) {
        for (std::size_t cell = 0; cell < at.lon.size(); ++cell) {
          const double speed = std::cos(at.lat[cell]);
          values[0][cell] = float(speed * std::cos(tide_phase(now, at.lon[cell])));
          values[1][cell] = float(0.5 * speed * std::sin(tide_phase(now, at.lon[cell])));
        }
      });
}

// A sphere with deep water, or a shelf whose floor undulates between 15 and 65 m.
Mesh make_sphere(int bisections, double radius, bool is_shelf) {
  Mesh mesh = make_icosahedral_mesh(bisections, radius);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double wave = std::sin(6.0 * mesh.lon_cell[cell]) * std::cos(6.0 * mesh.lat_cell[cell]);
    mesh.depth_cell.push_back(is_shelf ? 40.0 + 25.0 * wave : MeshSettings().depth);
  }
  return mesh;
}

bool is_wanted(const BenchOptions& options, const std::string& name) {
  return options.only.empty() || options.only == name;
}

using SecondsByTimer = std::map<std::string, double>;

SecondsByTimer cpu_seconds(const Model& model) {
  SecondsByTimer seconds;
  for (const Timing& timing : model.measures().timers.timings()) seconds[timing.name] = timing.cpu_seconds;
  return seconds;
}

// A path as YAML reads it, whatever characters it has.
std::string quoted(const std::filesystem::path& path) {
  return nlohmann::json(path.string()).dump();
}

// The case as a load runs it: each rank computes and writes by itself on one thread, to the end and without
// nests.
Case read_load(const BenchOptions& options, const std::string& name, std::vector<std::string> overrides) {
  overrides.insert(overrides.end(), {"parallel.backend=serial", "output.servers=0", "time.wall_clock_limit=0",
                                     "output.boundaries=[]", "balance.enabled=false",
                                     "output.folder=" + quoted(options.folder / name)});
  return read_case(options.storm, overrides);
}

void run_case(const BenchOptions& options, const std::string& name, const std::vector<std::string>& overrides,
              Program& program) {
  const Case all = read_load(options, name, overrides);
  const RunEnd end = run_job(all, program.world(), {program.since_start(), program.signal()}, {});
  require(end == RunEnd::complete, "the run of the load '", name, "' was told to end before its end");
}

// Whether the winds of a case depend on when its run starts.
bool begins_with_the_run(const WindSettings& wind) {
  return wind.kind == WindKind::turning || (wind.kind == WindKind::vortex && !wind.vortex.date);
}

// The figures of a finished run, from its timers.json.
LoadFigures read_figures(const std::filesystem::path& folder, std::int64_t steps, double step_seconds) {
  std::ifstream file(folder / "timers.json");
  require(file.good(), "cannot read '", (folder / "timers.json").string(), "'");
  const auto json = nlohmann::json::parse(file);
  LoadFigures figures;
  figures.cells = json["cells"];
  figures.bins = json["bins"];
  figures.steps = steps;
  figures.step_seconds = step_seconds;
  figures.memory_bytes = json["memory_bytes"]["total"];
  std::vector<double> of_rank(json["ranks"].get<std::size_t>(), 0.0);
  for (const auto& [name, timer] : json["timers"].items()) {
    const auto cpu = timer["cpu"].get<std::vector<double>>();
    for (std::size_t rank = 0; rank < cpu.size(); ++rank) of_rank[rank] += cpu[rank];
    figures.parts[name] = *std::ranges::max_element(cpu);
  }
  figures.seconds = *std::ranges::max_element(of_rank);
  return figures;
}

}  // namespace

const std::vector<AnalyticLoad>& analytic_loads() {
  static const std::vector<AnalyticLoad> loads = {{"operational", "third_order"},
                                                  {"operational_upwind", "upwind"},
                                                  {"coarse", "third_order"},
                                                  {"coarse_upwind", "upwind"},
                                                  {"tides", "third_order"}};
  return loads;
}

std::unique_ptr<Model> make_analytic_load(const AnalyticLoad& load, const BenchOptions& options,
                                          const Communicator& world) {
  const bool is_shelf = load.name == "tides";
  const int bisections = is_shelf ? options.bisections - 1 : options.bisections;
  const std::int64_t n_cell = 10 * (std::int64_t(1) << (2 * bisections)) + 2;
  const double radius = load.name.starts_with("coarse")
                            ? earth_radius
                            : radius_for_spacing(n_cell, is_shelf ? shelf_spacing : operational_spacing);
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-03-01";
  config.propagation.scheme = find_named(flux_schemes, load.scheme).value;
  config.physics.package = find_named(physics_packages, options.package).value;
  ModelSources given;
  given.wind = banded_wind;
  if (is_shelf) given.water_level = tidal_level, given.current = tidal_current;
  const Mesh mesh = make_sphere(bisections, radius, is_shelf);
  auto model = std::make_unique<Model>(config, world, mesh, given);
  const int n_step = int(options.spin_up_hours * 3600.0 / double(config.time.step));
  for (int step = 0; step < n_step; ++step) model->step();
  return model;
}

LoadFigures measure_steps(Model& model, const AnalyticLoad& load, int steps) {
  const Communicator& world = model.domain().communicator;
  const SecondsByTimer before = cpu_seconds(model);
  for (int step = 0; step < steps; ++step) model.step();
  LoadFigures figures;
  figures.scheme = load.scheme;
  figures.cells = model.local().n_global_cell;
  figures.bins = model.grid().n_bin();
  figures.steps = steps;
  for (const auto& [name, seconds] : cpu_seconds(model)) {
    const auto earlier = before.find(name);
    const double spent = seconds - (earlier == before.end() ? 0.0 : earlier->second);
    figures.seconds += spent;
    figures.parts[name] = world.max(spent);
  }
  figures.seconds = world.max(figures.seconds);
  figures.memory_bytes = double(world.sum(model.measures().memory.total()));
  if (model.sub_steps() != nullptr) figures.mean_sub_steps = model.sub_steps()->mean_sub_steps();
  return figures;
}

void check_storm_loads(const BenchOptions& options) {
  const Case all = read_load(options, "spin_up", {});
  const WindSettings& wind = all.config.model.forcing.wind;
  require(
      !begins_with_the_run(wind) || options.only == "calm", "the loads 'coast' and 'coast_output' start '",
      options.storm, "' anew on its third day, but its wind begins with the run (",
      wind.kind == WindKind::vortex ? "a vortex without a date; set wind.vortex.date" : "wind.kind: turning",
      "); measure only its first hours: --only calm");
  check_folder(options.folder);
}

std::vector<std::pair<std::string, LoadFigures>> run_storm_loads(const BenchOptions& options,
                                                                 Program& program) {
  const ModelSettings settings = read_case(options.storm).config.model;
  const DateTime start = settings.start(), third_day = start + 48 * 3600;
  const std::int64_t seconds = options.storm_hours * std::int64_t(3600);
  const auto silent = [](std::vector<std::string> more) {
    more.insert(more.end(), {"output.fields.interval=0", "output.lat_lon.interval=0",
                             "output.points.places=[]", "output.tracks.interval=0"});
    return more;
  };
  const auto until = [](const DateTime& date) { return "time.end=" + date.iso(); };
  const std::string no_restarts = "output.restart.interval=0";
  const auto wanted = [&](const std::string& name) { return is_wanted(options, name); };
  if (wanted("calm"))
    run_case(options, "calm", silent({no_restarts, "initial.kind=calm", until(start + seconds)}), program);
  if (wanted("coast") || wanted("coast_output")) {
    run_case(options, "spin_up", silent({until(third_day), "output.restart.interval=48 h"}), program);
    const std::filesystem::path file =
        options.folder / "spin_up" / fmt::format("restart_{}.nc", third_day.compact());
    const std::vector<std::string> from = {until(third_day + seconds), "time.start=" + third_day.iso(),
                                           "initial.kind=restart", "initial.file=" + quoted(file)};
    auto quiet = silent(from);
    quiet.push_back(no_restarts);
    if (wanted("coast")) run_case(options, "coast", quiet, program);
    if (wanted("coast_output")) run_case(options, "coast_output", from, program);
  }
  std::vector<std::pair<std::string, LoadFigures>> figures;
  if (program.world().rank() != 0) return figures;
  for (const char* name : storm_loads)
    if (wanted(name))
      figures.emplace_back(name, read_figures(options.folder / name, seconds / settings.time.step,
                                              double(settings.time.step)));
  return figures;
}

}  // namespace groundswell
