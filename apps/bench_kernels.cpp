// SPDX-License-Identifier: Apache-2.0
// groundswell bench kernels: the cost of a step. The standard load is an aqua-planet of 40,962 cells, 36 x 35
// bins, winds of 5 to 25 m/s everywhere, spectra after 12 h, with no cell and no term skipped. The result is
// the thread CPU time of the best of several steps, in ns per cell, bin and step. `whole_model` scales the
// sphere so that cells are 9 km wide (a 1/12 degree run); `whole_model_coarse` has the Earth's radius and no
// sub-steps. To measure on two cores, run: mpirun -n 2 groundswell bench kernels
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/subcommands.hpp"
#include "base/constants.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"
#include "mesh/analytic_meshes.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"

namespace groundswell {
namespace {

constexpr double step_seconds = 600.0;
constexpr double operational_spacing = 9e3;  // [m]

struct Options {
  int bisections = 6;  // 40,962 cells
  int repeats = 5;
  double spin_up_hours = 12.0;
  std::string json;
  std::string only;  // name of a single setting; empty for all
};

ModelSettings standard_load(const Options& options, const std::string& scheme, double radius) {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-03-01";
  config.time.step = std::int64_t(step_seconds);
  config.mesh.kind = MeshKind::icosahedral;
  config.mesh.bisections = options.bisections;
  config.mesh.sphere_radius = radius;
  config.propagation.scheme = find_named(flux_schemes, scheme).value;
  config.physics.max_source_step = step_seconds;
  return config;
}

// Radius [m] of the sphere on which n_cell cells are `spacing` wide: a hexagon has the area sqrt(3)/2
// spacing^2.
double radius_for_spacing(std::int64_t n_cell, double spacing) {
  return std::sqrt(double(n_cell) * 0.5 * std::sqrt(3.0) * spacing * spacing / (4.0 * pi));
}

// CPU time [s] of the slowest rank for the best of the repeated steps, and wall-clock time [s] of the parts
// of this step on this rank, by timer.
struct StepTiming {
  double seconds = 0.0;
  std::map<std::string, double> parts;
  double mean_sub_steps = 1.0;
};

std::map<std::string, double> seconds_by_timer(const Model& model) {
  std::map<std::string, double> seconds;
  for (const Timing& timing : model.measures().timers.timings()) seconds[timing.name] = timing.seconds;
  return seconds;
}

StepTiming time_steps(Model& model, int repeats) {
  StepTiming best;
  const Communicator& world = model.domain().communicator;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto parts_before = seconds_by_timer(model);
    const double before = thread_cpu_seconds();
    model.step();
    const double seconds = world.max(thread_cpu_seconds() - before);
    if (repeat > 0 && seconds >= best.seconds) continue;
    best.seconds = seconds;
    for (const auto& [name, total] : seconds_by_timer(model)) {
      const auto earlier = parts_before.find(name);
      best.parts[name] = total - (earlier == parts_before.end() ? 0.0 : earlier->second);
    }
  }
  if (model.sub_steps() != nullptr) best.mean_sub_steps = model.sub_steps()->mean_sub_steps();
  return best;
}

// Memory bandwidth of one thread [bytes/s], from a = b + s c on arrays of 64 MB each.
double measure_bandwidth() {
  const std::size_t n = 16'000'000;
  Array<float> a(n), b(n), c(n);
  double best = 1e30;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const double before = thread_cpu_seconds();
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 3.0f * c[i];
    best = std::min(best, thread_cpu_seconds() - before);
  }
  return 3.0 * sizeof(float) * double(n) / best;
}

// A steady wind of 5 to 25 m/s everywhere, in meandering westerly and easterly bands.
class BandedWind : public DatedSource {
 public:
  explicit BandedWind(const LocalMesh& local)
      : lon_(local.mesh.lon_cell.begin(), local.mesh.lon_cell.begin() + local.n_owned),
        lat_(local.mesh.lat_cell.begin(), local.mesh.lat_cell.begin() + local.n_owned) {}
  void supply(const DateTime&, std::span<const View<float>> values) override {
    for (std::size_t cell = 0; cell < lon_.size(); ++cell) {
      const double speed = 15.0 + 10.0 * std::sin(3.0 * lon_[cell]) * std::cos(2.0 * lat_[cell]);
      const double direction = 6.0 * lat_[cell] + 0.5 * std::sin(5.0 * lon_[cell]);
      values[0][cell] = float(speed * std::cos(direction));
      values[1][cell] = float(speed * std::sin(direction));
    }
  }

 private:
  std::vector<double> lon_, lat_;
};

struct Setting {
  std::string name, scheme;
  bool operational = true;
};

class KernelBench {
 public:
  KernelBench(const Options& options, const Communicator& world) : options_(options), world_(world) {}

  nlohmann::ordered_json run() {
    nlohmann::ordered_json json;
    json["version"] = version();
    json["commit"] = commit();
    json["ranks"] = world_.size();
    json["bandwidth_gb_per_s"] = measure_bandwidth() / 1e9;
    for (const Setting& setting :
         {Setting{"whole_model", "third_order", true}, Setting{"whole_model_upwind", "upwind", true},
          Setting{"whole_model_coarse", "third_order", false},
          Setting{"whole_model_coarse_upwind", "upwind", false}})
      if (options_.only.empty() || options_.only == setting.name) json[setting.name] = run_setting(setting);
    json["source_parts_ns_per_cell_bin"] = source_parts_;
    json["single_terms_ns_per_cell_bin"] = single_terms_;
    return json;
  }

 private:
  nlohmann::ordered_json run_setting(const Setting& setting) {
    const std::int64_t n_cell = 10 * (std::int64_t(1) << (2 * options_.bisections)) + 2;
    const double radius =
        setting.operational ? radius_for_spacing(n_cell, operational_spacing) : earth_radius;
    const ModelSettings config = standard_load(options_, setting.scheme, radius);
    ModelSources given;
    given.wind = [](const LocalMesh& local) { return std::make_unique<BandedWind>(local); };
    Model model(config, world_, make_model_mesh(config.mesh, world_), given);
    const int spin_up_steps = int(options_.spin_up_hours * 3600.0 / step_seconds);
    for (int step = 0; step < spin_up_steps; ++step) model.step();
    if (setting.name == "whole_model") time_source_terms(model);
    const StepTiming timing = time_steps(model, options_.repeats);
    return report(setting, model, timing);
  }

  void time_source_terms(Model& model) {
    const SourceTimings timings = model.time_source_terms(options_.repeats);
    for (const SourceTiming& part : timings.parts) source_parts_[part.name] = part.ns_per_cell_bin;
    for (const SourceTiming& term : timings.terms) single_terms_[term.name] = term.ns_per_cell_bin;
  }

  nlohmann::ordered_json report(const Setting& setting, const Model& model, const StepTiming& timing) const {
    const double n_bin = double(model.local().n_global_cell) * double(model.grid().n_bin());
    const double ns = timing.seconds / n_bin * 1e9;
    nlohmann::ordered_json json;
    json["scheme"] = setting.scheme;
    json["cells"] = model.local().n_global_cell;
    json["mean_sub_steps"] = timing.mean_sub_steps;
    json["ns_per_cell_bin_step"] = ns;
    json["us_per_bin_simulated_day"] = ns * 1e-3 * 86400.0 / step_seconds;
    // Minimum memory traffic of a step per bin [bytes]: three accesses in each sub-step, two by the source
    // terms.
    const double bytes = 4.0 * (3.0 * timing.mean_sub_steps + 2.0);
    json["least_bytes_per_cell_bin_step"] = bytes;
    json["least_gb_per_s"] = bytes / ns;
    for (const auto& [name, seconds] : timing.parts) json["parts_ns"][name] = seconds / n_bin * 1e9;
    if (world_.rank() == 0)
      fmt::print("{:28} {:12} sub-steps {:5.2f}  {:7.2f} ns per cell, bin and step\n", setting.name,
                 setting.scheme, timing.mean_sub_steps, ns);
    std::fflush(stdout);
    return json;
  }

  Options options_;
  const Communicator& world_;
  nlohmann::ordered_json source_parts_, single_terms_;
};

void run_kernels(const Options& options, const Communicator& world) {
  const std::filesystem::path file = parse_path(options.json, "");
  if (!file.empty()) run_on_root(world, 0, [&] { check_target(file); });
  const nlohmann::ordered_json json = KernelBench(options, world).run();
  if (world.rank() != 0) return;
  fmt::print("{}\n", json.dump(2));
  if (!file.empty()) write_text_file(file, json.dump(2) + "\n");
}

}  // namespace

void add_bench(CLI::App& app, Program& program) {
  auto* bench = app.add_subcommand("bench", "Measure speed");
  bench->require_subcommand(1);
  auto* kernels = bench->add_subcommand("kernels", "The cost of a step by term on the standard load");
  auto options = std::make_shared<Options>();
  kernels->add_option("--json", options->json, "Write the figures to this file");
  kernels->add_option("--only", options->only, "One setting, by its name in the JSON file");
  kernels->add_option("--bisections", options->bisections, "10 * 4^n + 2 cells")->check(CLI::Range(2, 8));
  kernels->add_option("--repeats", options->repeats, "Number of measured steps, of which the best counts")
      ->check(CLI::Range(1, 100));
  kernels->add_option("--spin-up", options->spin_up_hours, "Hours before the measurement")
      ->check(CLI::Range(0.0, 72.0));
  kernels->callback([options, &program] { run_kernels(*options, program.world()); });
}

}  // namespace groundswell
