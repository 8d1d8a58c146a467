// SPDX-License-Identifier: Apache-2.0
// groundswell bench kernels: what a step costs, by load and by part. To measure on two cores, run: mpirun -n
// 2 groundswell bench kernels
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/bench_loads.hpp"
#include "apps/subcommands.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

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

// The name of the processor as Linux gives it; empty if it gives none.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  return "";
}

// The columns of the table, and the first letters of the timers that each adds up.
struct Part {
  const char *name, *timers;
};
constexpr std::array<Part, 7> parts = {
    Part{"forcing", "forcing."}, {"propagation", "propagate."}, {"halo", "halo."},
    {"losses", "depth_losses"},  {"sources", "source_terms."},  {"checks", "property_checks"},
    {"output", "output."}};

class KernelBench {
 public:
  KernelBench(const BenchOptions& options, Program& program)
      : options_(options), program_(program), world_(program.world()) {}

  nlohmann::ordered_json run() {
    json_["version"] = version();
    json_["commit"] = commit();
    json_["processor"] = processor_name();
    json_["package"] = options_.package;
    json_["ranks"] = world_.size();
    json_["bandwidth_gb_per_s"] = measure_bandwidth() / 1e9;
    json_["loads"] = nlohmann::ordered_json::object();
    json_["source_parts_ns_per_cell_bin"] = nlohmann::ordered_json::object();
    json_["single_terms_ns_per_cell_bin"] = nlohmann::ordered_json::object();
    for (const AnalyticLoad& load : analytic_loads())
      if (options_.only.empty() || options_.only == load.name) measure(load);
    if (!options_.storm.empty())
      for (const auto& [name, figures] : run_storm_loads(options_, program_)) add(name, figures);
    return json_;
  }

 private:
  void measure(const AnalyticLoad& load) {
    const auto model = make_analytic_load(load, options_, world_);
    if (load.name == "operational") {
      const SourceTimings timings = model->time_source_terms(options_.steps);
      for (const SourceTiming& part : timings.parts)
        json_["source_parts_ns_per_cell_bin"][part.name] = part.ns_per_cell_bin;
      for (const SourceTiming& term : timings.terms)
        json_["single_terms_ns_per_cell_bin"][term.name] = term.ns_per_cell_bin;
    }
    add(load.name, measure_steps(*model, load, options_.steps));
  }

  void add(const std::string& name, const LoadFigures& figures) {
    const double ns = figures.per_cell_bin_step() * 1e9;
    nlohmann::ordered_json json;
    json["scheme"] = figures.scheme;
    json["cells"] = figures.cells;
    json["steps"] = figures.steps;
    json["step_seconds"] = figures.step_seconds;
    if (figures.mean_sub_steps > 0.0) json["mean_sub_steps"] = figures.mean_sub_steps;
    json["ns_per_cell_bin_step"] = ns;
    json["us_per_cell_bin_day"] = ns * 1e-3 * 86400.0 / figures.step_seconds;
    json["bytes_per_cell_bin"] = figures.memory_bytes / double(figures.cells) / double(figures.bins);
    const auto in_ns = [&](double seconds) { return seconds / figures.seconds * ns; };
    for (const Part& part : parts) {
      double seconds = 0.0;
      for (const auto& [timer, spent] : figures.parts)
        if (timer.starts_with(part.timers)) seconds += spent;
      json["parts_ns"][part.name] = in_ns(seconds);
    }
    for (const auto& [timer, spent] : figures.parts) json["timers_ns"][timer] = in_ns(spent);
    json_["loads"][name] = json;
    if (world_.rank() == 0)
      fmt::print(
          "{:20} {:12} {:7.2f} ns per cell, bin and step, {:6.3f} us per cell, bin and day, {:5.1f} bytes\n",
          name, figures.scheme, ns, double(json["us_per_cell_bin_day"]), double(json["bytes_per_cell_bin"]));
    std::fflush(stdout);
  }

  const BenchOptions& options_;
  Program& program_;
  const Communicator& world_;
  nlohmann::ordered_json json_;
};

void check_load(const BenchOptions& options) {
  if (options.only.empty()) return;
  std::string names;
  for (const AnalyticLoad& load : analytic_loads()) {
    if (load.name == options.only) return;
    names += load.name + ", ";
  }
  for (const char* name : storm_loads) {
    if (name == options.only) {
      require(!options.storm.empty(), "the load '", name, "' needs a case: give --storm CASE");
      return;
    }
    names += std::string(name) + (name == storm_loads[2] ? "" : ", ");
  }
  require(false, "there is no load '", options.only, "'; there are ", names);
}

void run_kernels(BenchOptions options, Program& program) {
  const Communicator& world = program.world();
  const std::filesystem::path file = parse_path(options.json, "");
  run_together(world, [&] {
    check_load(options);
    require(!options.folder.empty(), "--folder is empty; give a folder");
    options.folder = parse_path(options.folder.string(), "");
    if (!options.storm.empty()) check_storm_loads(options);
    if (file.empty()) return;
    check_target(file);
    check_folder(std::filesystem::absolute(file).parent_path());
  });
  const nlohmann::ordered_json json = KernelBench(options, program).run();
  if (world.rank() != 0) return;
  fmt::print("{}\n", json.dump(2));
  if (!file.empty()) write_text_file(file, json.dump(2) + "\n");
}

}  // namespace

void add_bench(CLI::App& app, Program& program) {
  auto* bench = app.add_subcommand("bench", "Measure speed");
  bench->require_subcommand(1);
  auto* kernels = bench->add_subcommand("kernels", "The cost of a step by load, part and term");
  auto options = std::make_shared<BenchOptions>();
  kernels->add_option("--json", options->json, "Write the figures to this file");
  kernels->add_option("--only", options->only, "A single load, by its name in the JSON file");
  kernels
      ->add_option("--bisections", options->bisections, "10 * 4^n + 2 cells; tides have a quarter of these")
      ->check(CLI::Range(2, 8));
  kernels->add_option("--package", options->package, "physics.package, but not of the storm")
      ->check(CLI::IsMember(names_of(physics_packages)));
  kernels->add_option("--steps", options->steps, "Number of measured steps")->check(CLI::Range(1, 1000));
  kernels->add_option("--spin-up", options->spin_up_hours, "Hours before the measurement")
      ->check(CLI::Range(0.0, 72.0))
      ->check([](const std::string& hours) {
        return hours.find_first_of("nN") == std::string::npos ? "" : "it must be a number of hours";
      });
  kernels->add_option(
      "--storm", options->storm,
      "Case file of a storm of at least three days: also measures its first hours (calm) and hours "
      "after two days, without and with output (coast)");
  kernels->add_option("--storm-hours", options->storm_hours, "Measured hours of the storm")
      ->check(CLI::Range(1, 24));
  kernels->add_option("--folder", options->folder, "Folder for the output of the storm's runs");
  kernels->callback([options, &program] { run_kernels(*options, program); });
}

}  // namespace groundswell
