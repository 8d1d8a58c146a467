// SPDX-License-Identifier: Apache-2.0
// groundswell-bench coupled: whole runs of two components that exchange fields in every coupling step, by
// method of transfer, as in the last experiment of Zhang et al. 2016 (Geosci. Model Dev.).
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/late_target.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/coupled/coupled_bench.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

struct CoupledBenchOptions {
  CoupledSettings coupled;
  std::string json;
};

void run_coupled_bench(const CoupledBenchOptions& options, const Communicator& world) {
  const CoupledSettings& coupled = options.coupled;
  require(coupled.least <= coupled.most, "--least ", coupled.least, " is more than --most ", coupled.most,
          "; a method makes a run in each of so many rounds");
  require(!coupled.waves.empty() || coupled.overrides.empty(),
          "--set changes the case of --waves, but there is none");
  for (const double value : {coupled.computing, coupled.imbalance, coupled.widest_interval})
    require(!std::isnan(value), "--computing, --imbalance or --interval is nan; give a number");
  for (const std::string& name : coupled.methods)
    require(std::ranges::count(coupled.methods, name) == 1, "--methods names '", name,
            "' more than once; name each once");
  const std::filesystem::path file = parse_path(options.json, "");
  if (!file.empty()) run_on_root(world, 0, [&] { check_late_target("--json", file); });
  const CoupledResult result = run_coupled(coupled, world);
  if (world.rank() != 0) return;
  print(coupled, result);
  nlohmann::ordered_json json{{"bench", "coupled"},
                              {"version", version()},
                              {"commit", commit()},
                              {"ranks", world.size()},
                              {"cores", std::thread::hardware_concurrency()}};
  json.update(to_json(coupled, result));
  if (!file.empty()) write_text_file(file, json.dump(1) + "\n");
}

}  // namespace

void add_bench_coupled(CLI::App& bench, Program& program) {
  auto* command = bench.add_subcommand("coupled", "Whole runs of two components, by method of transfer");
  command->footer(
      "Start it with mpirun on n + n processes. In each coupling step both components compute, then give\n"
      "each other their fields. Runs with all methods take turns; medians are printed. In three more runs "
      "of\n"
      "each method all processes meet before they exchange: they show waiting and transfers apart.\n"
      "Example: mpirun -n 4 groundswell-bench coupled --computing 0.1 --json coupled.json");
  auto options = std::make_shared<CoupledBenchOptions>();
  CoupledSettings& coupled = options->coupled;
  const auto number = [command](const char* name, auto& value, const char* text, double least, double most) {
    command->add_option(name, value, text)->check(CLI::Range(least, most))->capture_default_str();
  };
  number("--fields", coupled.n_field, "Fields each way", 1, 1000);
  number("--steps", coupled.n_step, "Coupling steps of a run", 1, 1e6);
  command->add_flag(
      "--at-once", coupled.at_once,
      "Both transfers of an exchange are started before either is finished; otherwise that back "
      "begins after that there");
  command
      ->add_option(
          "--computing", coupled.computing,
          "Processor seconds per coupling step of a component, on all its processes together [0.4; of the "
          "partner of waves: as many as theirs]")
      ->check(CLI::Range(0.0, 1e6));
  number("--imbalance", coupled.imbalance, "A busy loop takes between 1 - this and 1 + this times its mean",
         0, 1);
  command->add_option("--waves", coupled.waves, "The first component is the wave model with this case file");
  add_overrides(*command, coupled.overrides);
  number("--every", coupled.every, "Time steps of the waves per coupling step", 1, 1e6);
  command->add_option("--methods", coupled.methods, "Of transfer, which take turns")
      ->check(CLI::IsMember(transfer_method_names()))
      ->delimiter(',')
      ->capture_default_str();
  number("--least", coupled.least, "Runs of each method at least", 1, 1e5);
  number("--most", coupled.most, "Runs of each method at most", 1, 1e5);
  number("--interval", coupled.widest_interval,
         "Go on until the 95 % interval of adaptive / p2p is narrower than this", 0, 1e6);
  command->add_option("--json", options->json, "Write the figures to this file");
  command->callback([options, &program] { run_coupled_bench(*options, program.world()); });
}

}  // namespace groundswell
