// SPDX-License-Identifier: Apache-2.0
// groundswell-bench halo_replay: the duration of a halo exchange on a model of a cluster, depending on the
// order of its messages. Runs in one process; docs/experiments/halo_replay.md describes the model.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/halo_replay/halo_schedules.hpp"
#include "bench/halo_replay/replay_case.hpp"
#include "bench/halo_replay/schedule_replay.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

struct HaloReplayOptions {
  ReplaySettings settings;
  std::vector<std::string> files, placements = placement_names(), schedules = halo_schedule_names();
  std::vector<int> rings{1, 2};
  std::string json;
};

nlohmann::ordered_json replay_case(const ReplayCase& which, const HaloReplayOptions& options) {
  nlohmann::ordered_json json = describe_case(which, options.settings);
  fmt::print("{:9} cells {:6} ranks {:6} {:6} {} ring{}: {:6.1f} MB between nodes; us:", which.pairs.n_cell,
             which.pairs.n_part, which.pairs.partition, which.placement, which.n_ring,
             which.n_ring > 1 ? "s" : " ", 1e-6 * json["bytes_between_nodes"].get<double>());
  const std::vector<double> begin = draw_begins(which.pairs.n_part, options.settings.late);
  for (const std::string& name : options.schedules) {
    const std::vector<RankSchedule> schedules =
        make_halo_schedules(name, which.load, options.settings.cluster);
    const RankTimes times = summarize_times(
        begin, replay_schedules(options.settings.cluster, which.load.node_of_rank, schedules, begin));
    json["schedules"][name] = to_json(times);
    fmt::print(" {} {:.0f}", name, 1e6 * times.most);
    std::fflush(stdout);
  }
  fmt::print("\n");
  return json;
}

void run_halo_replay(const HaloReplayOptions& options) {
  const std::filesystem::path file = parse_path(options.json, "");
  std::vector<std::filesystem::path> inputs(options.files.begin(), options.files.end());
  if (!file.empty()) check_target(file, inputs);
  nlohmann::ordered_json json{
      {"version", version()}, {"commit", commit()}, {"cluster", to_json(options.settings)}};
  for (const std::filesystem::path& input : inputs) {
    const PartPairs pairs = read_part_pairs(input);
    for (const int n_ring : options.rings)
      for (const std::string& placement : options.placements)
        json["cases"].push_back(
            replay_case(make_replay_case(pairs, placement, n_ring, options.settings), options));
  }
  if (!file.empty()) write_text_file(file, json.dump(1) + "\n");
}

// Adds an option that is given in multiples of `unit`; `value` is in SI units.
void add_scaled(CLI::App& command, const std::string& name, double& value, double unit,
                const std::string& about, const CLI::Validator& check = CLI::NonNegativeNumber) {
  command
      .add_option_function<double>(
          name, [&value, unit](double given) { value = unit * given; }, about)
      ->check(check)
      ->default_str(fmt::format("{:g}", value / unit));
}

void add_cluster_options(CLI::App& replay, ReplaySettings& settings) {
  ClusterModel& cluster = settings.cluster;
  replay.add_option("--cores", cluster.cores, "Ranks on a node")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  replay.add_option("--cell-bytes", settings.cell_bytes, "Of a cell in a message")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str();
  replay
      .add_option("--eager-bytes", cluster.eager_bytes, "Up to here a message does not wait for its receive")
      ->check(CLI::Range(0, 1000000000))
      ->capture_default_str();
  add_scaled(replay, "--bandwidth", cluster.node_bandwidth, 1e9, "GB/s of a node's link, each way",
             CLI::PositiveNumber);
  add_scaled(replay, "--latency", cluster.latency, 1e-6, "Microseconds between nodes");
  add_scaled(replay, "--flag-latency", cluster.flag_latency, 1e-6, "Microseconds between cores of a node");
  add_scaled(replay, "--copy", cluster.copy_bandwidth, 1e9, "GB/s that a core copies while all do",
             CLI::PositiveNumber);
  add_scaled(replay, "--overhead", cluster.message_overhead, 1e-6,
             "Microseconds of a core per message and end");
  add_scaled(replay, "--late", settings.late, 1e-6, "Microseconds within which ranks begin, at random");
}

}  // namespace

void add_bench_halo_replay(CLI::App& bench) {
  auto* replay = bench.add_subcommand("halo_replay", "Halo exchanges on a model of a cluster, by schedule");
  replay->footer(
      "Times are those of the slowest rank in microseconds; --json has means and the fastest rank, too.\n"
      "Example: groundswell-bench halo_replay output/halo_replay/*.pairs --json replay.json");
  auto options = std::make_shared<HaloReplayOptions>();
  replay->add_option("files", options->files, "Files of groundswell-bench halo_plans")->required();
  replay->add_option("--json", options->json, "Write the figures to this file");
  replay->add_option("--placements", options->placements, "Of parts on nodes")
      ->check(CLI::IsMember(placement_names()))
      ->delimiter(',')
      ->capture_default_str();
  replay->add_option("--schedules", options->schedules, "Orders of the messages")
      ->check(CLI::IsMember(halo_schedule_names()))
      ->delimiter(',')
      ->capture_default_str();
  replay->add_option("--rings", options->rings, "Widths of halos")
      ->check(CLI::Range(1, most_rings))
      ->delimiter(',')
      ->capture_default_str();
  add_cluster_options(*replay, options->settings);
  replay->callback([options] { run_halo_replay(*options); });
}

}  // namespace groundswell
