// SPDX-License-Identifier: Apache-2.0
// groundswell-bench network_replay: exchanges on modelled networks, between nodes assigned by a scheduler and
// between chosen nodes. Runs in one process; docs/experiments/network_replay.md describes the model.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "base/names.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/network_replay/placement_replay.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

struct NetworkReplayOptions {
  std::string experiment, json, probe = "alone";
  std::vector<std::string> files, networks = modelled_network_names(), situations = situation_names();
  std::vector<int> nodes{512};
  std::vector<double> bytes{1024, 65536, 1048576};
  double free = 1.5, load = 0.75;
  int groups = 32, rounds = 1 << 30, cores = 32, cell_bytes = 5040;
  int fewest_free = 1024;
};

PlacementReplay make_placement_replay(const NetworkReplayOptions& options, int n_node) {
  PlacementReplay which;
  which.scene.load = options.load;
  const double jobs = options.experiment == "groups" ? options.groups : 1;
  which.scene.n_free = std::max(options.fewest_free, int(options.free * n_node * jobs));
  which.probe.is_in_rounds = options.probe == "rounds";
  which.n_node = n_node;
  which.bytes = options.bytes;
  which.n_round = options.rounds;
  return which;
}

using ReplayedCases = std::vector<nlohmann::ordered_json>;

template <nlohmann::ordered_json (*replay)(const PlacementReplay&)>
ReplayedCases replay_one(const PlacementReplay& which, const NetworkReplayOptions&) {
  return {replay(which)};
}

ReplayedCases replay_each_size(const PlacementReplay& which, const NetworkReplayOptions& options) {
  ReplayedCases cases;
  PlacementReplay of_size = which;
  for (const double bytes : which.bytes) {
    of_size.bytes = {bytes};
    cases.push_back(replay_groups(of_size, options.groups));
  }
  return cases;
}

struct ReplayExperiment {
  const char* name;
  ReplayedCases (*replay)(const PlacementReplay&, const NetworkReplayOptions&);
};
const std::array<ReplayExperiment, 6> experiments{
    {{"all_to_all", replay_one<replay_all_to_all>},
     {"stencil", replay_one<replay_stencil>},
     {"broadcast", replay_one<replay_broadcast>},
     {"groups", replay_each_size},
     {"molecules", [](const PlacementReplay& which,
                      const NetworkReplayOptions&) { return ReplayedCases{replay_molecules(which)}; }},
     {"turbulence", [](const PlacementReplay& which, const NetworkReplayOptions&) {
        return ReplayedCases{replay_turbulence(which)};
      }}}};

std::string summarize_case(const nlohmann::ordered_json& json) {
  const auto name = [&](const char* key) { return json[key].get<std::string>(); };
  std::string line = fmt::format("{} {} {} {} nodes:", name("experiment"), name("network"), name("situation"),
                                 json["nodes"].get<int>());
  for (const auto& placed : json["placements"]) {
    line += " " + placed["placement"].get<std::string>();
    for (const char* key : {"us", "exchange_us", "in_order", "mapped", "mean_us"})
      if (placed.contains(key)) line += " " + placed[key].dump();
  }
  return line.size() > 400 ? line.substr(0, 400) + " .." : line;
}

class NetworkReplayRun {
 public:
  explicit NetworkReplayRun(const NetworkReplayOptions& options) : options_(options) {}

  // Calls work(which) for every network and situation; prints and keeps the cases that it returns.
  template <class Work>
  void for_each_scene(PlacementReplay which, Work&& work) {
    for (const std::string& network : options_.networks)
      for (const std::string& situation : options_.situations) {
        which.scene.network = network;
        which.scene.situation = situation;
        for (const nlohmann::ordered_json& json : work(which)) {
          fmt::print("{}\n", summarize_case(json));
          std::fflush(stdout);
          cases_.push_back(json);
        }
      }
  }
  const std::vector<nlohmann::ordered_json>& cases() const { return cases_; }

 private:
  const NetworkReplayOptions& options_;
  std::vector<nlohmann::ordered_json> cases_;
};

void run_network_replay(const NetworkReplayOptions& options) {
  const std::filesystem::path file = parse_path(options.json, "");
  const std::vector<std::filesystem::path> inputs(options.files.begin(), options.files.end());
  if (!file.empty()) check_target(file, inputs);
  NetworkReplayRun run(options);
  if (options.experiment == "halo") {
    require(!inputs.empty(), "no halos are given; name files of groundswell-bench halo_plans behind --pairs");
    for (const std::filesystem::path& input : inputs) {
      const PartPairs pairs = read_part_pairs(input);
      run.for_each_scene(make_placement_replay(options, (pairs.n_part + options.cores - 1) / options.cores),
                         [&](const PlacementReplay& which) {
                           return ReplayedCases{replay_halo(which, pairs, options.cores, options.cell_bytes)};
                         });
    }
  } else {
    const ReplayExperiment& experiment =
        find_named(experiments, options.experiment, "there is no experiment '", options.experiment, "'");
    for (const int n_node : options.nodes)
      run.for_each_scene(make_placement_replay(options, n_node),
                         [&](const PlacementReplay& which) { return experiment.replay(which, options); });
  }
  const nlohmann::ordered_json json{{"version", version()}, {"commit", commit()}, {"cases", run.cases()}};
  if (!file.empty()) write_text_file(file, json.dump(1) + "\n");
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names = names_of(experiments);
  names.push_back("halo");
  return names;
}

void add_scene_options(CLI::App& replay, NetworkReplayOptions& options) {
  const auto add_names = [&](const char* name, std::vector<std::string>& value,
                             const std::vector<std::string>& known, const char* about) {
    replay.add_option(name, value, about)->check(CLI::IsMember(known))->delimiter(',')->capture_default_str();
  };
  add_names("--networks", options.networks, modelled_network_names(), "Modelled networks");
  add_names("--situations", options.situations, situation_names(), "Which nodes are free");
  replay.add_option("--load", options.load, "Share that other jobs take of the links above two supernodes")
      ->check(CLI::Range(0.0, 0.99))
      ->capture_default_str();
  replay.add_option("--free", options.free, "Free nodes for each node that the job takes")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str();
  replay.add_option("--fewest-free", options.fewest_free, "Free nodes, at least")
      ->check(CLI::Range(2, 1000000))
      ->capture_default_str();
  replay.add_option("--probe", options.probe, "Whether pairs are measured alone, or all of a round at once")
      ->check(CLI::IsMember({"alone", "rounds"}))
      ->capture_default_str();
}

}  // namespace

void add_bench_network_replay(CLI::App& bench) {
  auto* replay =
      bench.add_subcommand("network_replay", "Exchanges on modelled networks: default against chosen nodes");
  replay->footer(
      "Times are in microseconds.\n"
      "Example: groundswell-bench network_replay all_to_all --nodes 512 --bytes 1024,1048576 --json a.json");
  auto options = std::make_shared<NetworkReplayOptions>();
  replay->add_option("experiment", options->experiment, "What is replayed")
      ->required()
      ->check(CLI::IsMember(experiment_names()));
  replay->add_option("--pairs", options->files, "Files of groundswell-bench halo_plans, for halo");
  replay->add_option("--json", options->json, "Write the figures to this file");
  replay->add_option("--nodes", options->nodes, "Of the job, or of a group")
      ->check(CLI::Range(2, 100000))
      ->delimiter(',')
      ->capture_default_str();
  replay->add_option("--bytes", options->bytes, "Of a message, or of a unit of the stencil")
      ->check(CLI::Range(1.0, 1e12))
      ->delimiter(',')
      ->capture_default_str();
  replay->add_option("--groups", options->groups, "Number of groups, for groups")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  replay->add_option("--rounds", options->rounds, "Rounds replayed of an all-to-all; the default is all")
      ->check(CLI::PositiveNumber);
  replay->add_option("--cores", options->cores, "Ranks on a node, for halo")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  replay->add_option("--cell-bytes", options->cell_bytes, "Of a cell in a message, for halo")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str();
  add_scene_options(*replay, *options);
  replay->callback([options] { run_network_replay(*options); });
}

}  // namespace groundswell
