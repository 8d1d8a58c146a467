// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/network_options.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <thread>
#include <utility>

#include "apps/late_target.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/measure_options.hpp"
#include "comm/machine.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"
#include "network/node_map.hpp"
#include "network/scotch_map.hpp"

namespace groundswell {

void add_network_options(CLI::App& command, NetworkBenchOptions& options) {
  command.add_option(
      "--order", options.order,
      "File with the new rank of each rank: all is measured as started and so placed, in turns");
  command.add_option(
      "--network", options.network,
      "File of groundswell network probe: places the ranks, without --order, and predicts times");
  command.add_option("--map", options.map, "How --network places them")
      ->check(CLI::IsMember({"nodes", "scotch"}))
      ->capture_default_str();
  command.add_option("--repetitions", options.repetitions, "Of each measurement")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--json", options.json, "Write the figures to this file");
}

PlacedBench place_ranks(const NetworkBenchOptions& options, const Communicator& world,
                        const BenchPattern& pattern, std::int64_t bytes) {
  const std::filesystem::path order = parse_path(options.order, ""), json = parse_path(options.json, ""),
                              network = parse_path(options.network, "");
  run_on_root(world, 0, [&] {
    if (!json.empty()) check_late_target("--json", json, {order, network});
  });
  MeasuredHosts hosts = network.empty() ? MeasuredHosts() : MeasuredHosts(world, network);
  const auto find = options.map == "scotch" ? map_by_scotch : find_node_map;
  std::vector<int> new_rank = order.empty() && pattern && hosts.is_known()
                                  ? hosts.find_order(world, pattern, bytes, find)
                                  : read_rank_numbers(world, order, "--order", world.size());
  return {PlacedRanks(world, std::move(new_rank)), std::move(hosts)};
}

std::string describe_prediction(const std::vector<double>& seconds) {
  std::string words;
  for (const double each : seconds)
    words += fmt::format("{}{:.1f}", words.empty() ? "predicted [us]: " : ", after: ", 1e6 * each);
  return words;
}

BenchPattern make_grid_pattern(const RankGrid& grid) {
  return [grid](int n_rank, std::int64_t bytes) {
    std::vector<RankLink> links;
    for (int rank = 0; rank < n_rank; ++rank)
      for (int i = 0; i < 27; ++i) {
        const int other = grid.neighbour(rank, {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1});
        if (other != rank) links.push_back({rank, other, bytes});
      }
    return links;
  };
}

void add_grid_option(CLI::App& command, std::vector<int>& grid) {
  command.add_option("--grid", grid, "Processes along x, y and z: X,Y,Z [most alike]")
      ->check(CLI::Range(1, 1000000))
      ->delimiter(',')
      ->expected(3);
}

GridPlace choose_grid(const std::vector<int>& grid, int n_rank) {
  if (grid.empty()) return make_grid_extent(n_rank);
  const GridPlace extent{grid[0], grid[1], grid[2]};
  require(std::int64_t(grid[0]) * grid[1] * grid[2] == n_rank, "--grid asks for ", grid[0], " x ", grid[1],
          " x ", grid[2], " processes, but there are ", n_rank, " ranks");
  return extent;
}

nlohmann::ordered_json begin_report(const char* bench, const PlacedRanks& ranks) {
  nlohmann::ordered_json report;
  report["bench"] = bench;
  report["version"] = version();
  report["commit"] = commit();
  report["ranks"] = ranks.world().size();
  report["machine"] = describe_machine(ranks.world());
  report["cores"] = std::thread::hardware_concurrency();
  if (!ranks.new_rank().empty()) report["order"] = ranks.new_rank();
  return report;
}

void write_report(const NetworkBenchOptions& options, const PlacedRanks& ranks,
                  const nlohmann::ordered_json& report) {
  if (options.json.empty()) return;
  run_on_root(ranks.world(), 0,
              [&] { write_text_file(parse_path(options.json, ""), report.dump(1) + "\n"); });
}

void print_placed_heading(const PlacedRanks& ranks, const char* what) {
  if (ranks.world().rank() != 0) return;
  fmt::print("{:32} {:>12} {:>12}  {:22} {:>7}\n", what, "before [us]", "after [us]", "speed-up", "dropped");
}

void print_placed_times(const PlacedRanks& ranks, const std::string& what, const PlacedTimes& times,
                        const std::string& more) {
  if (ranks.world().rank() != 0) return;
  int n_dropped = 0;
  std::string row = fmt::format("{:32}", what);
  for (const KeptTimes& placement : times.placements) {
    row += fmt::format(" {:12.1f}", 1e6 * placement.median());
    n_dropped += placement.n_dropped;
  }
  std::string speed_up;
  if (times.placements.size() > 1)
    speed_up = fmt::format("{:.2f} ({:.2f} to {:.2f})", times.speed_up.value, times.speed_up.low,
                           times.speed_up.high);
  else
    row += fmt::format(" {:12}", "");
  fmt::print("{}  {:22} {:7}{}\n", row, speed_up, n_dropped, more.empty() ? "" : "  " + more);
  std::fflush(stdout);
}

void report_steps(const PlacedRanks& ranks, const char* heading, const std::string& what,
                  const char* communication, const ApplicationTimes& times, nlohmann::ordered_json& report) {
  print_placed_heading(ranks, heading);
  print_placed_times(ranks, what, times.step,
                     fmt::format("{} {:.0f} %", communication, 100.0 * times.communication_share.front()));
  report["step"] = to_json(times);
}

}  // namespace groundswell
