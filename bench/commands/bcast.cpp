// SPDX-License-Identifier: Apache-2.0
// groundswell-bench bcast: MPI_Bcast compared with a broadcast along a forwarding tree, before and after
// reordering the ranks.
#include <fmt/format.h>

#include <memory>

#include "apps/late_target.hpp"
#include "base/error.hpp"
#include "bench/commands/measure_options.hpp"
#include "bench/commands/network_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/network/broadcast_case.hpp"
#include "bench/network/tree_broadcast.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"
#include "placement/forwarding_tree.hpp"

namespace groundswell {
namespace {

struct BroadcastOptions {
  NetworkBenchOptions common;
  std::vector<std::int64_t> bytes{1024, 16384, 262144, 4194304};
  std::int64_t segment_bytes = 65536;
  std::string tree;
  int root = 0;
};

std::vector<int> choose_tree(const BroadcastOptions& options, const MeasuredHosts& hosts,
                             const Communicator& world) {
  if (!options.tree.empty())
    return read_rank_numbers(world, parse_path(options.tree, ""), "--tree", world.size());
  require(options.root < world.size(), "--root names rank ", options.root, ", but there are ", world.size(),
          " ranks, counted from 0");
  if (!hosts.is_known()) return make_binomial_tree(world.size(), options.root);
  std::vector<int> parents;
  run_on_root(world, 0, [&] {
    const DistanceMatrix distances = hosts.make_rank_distances(double(options.bytes.back()));
    parents = make_forwarding_tree(distances, options.root);
  });
  world.broadcast(parents, 0);
  return parents;
}

std::string tree_name(const BroadcastOptions& options) {
  if (!options.tree.empty()) return options.tree;
  return options.common.network.empty() ? "binomial" : "by the network";
}

void run_bench_bcast(const BroadcastOptions& options, const Communicator& world) {
  run_on_root(world, 0, [&] {
    const std::filesystem::path json = parse_path(options.common.json, "");
    if (!json.empty()) check_late_target("--json", json, {parse_path(options.tree, "")});
    require(options.segment_bytes == 0 || options.segment_bytes >= 1024, "--segment is ",
            options.segment_bytes, "; give 0, for whole messages, or 1024 and more");
  });
  // Only the tree depends on the network; ranks are not reordered unless --order is given.
  const auto [ranks, hosts] = place_ranks(options.common, world, {}, 0);
  nlohmann::ordered_json report = begin_report("bcast", ranks);
  const std::vector<int> parents = choose_tree(options, hosts, world);
  report["tree"] = tree_name(options);
  report["parents"] = parents;
  print_placed_heading(ranks, "bytes, way");
  for (const std::int64_t bytes : options.bytes) {
    const BroadcastResult result =
        time_broadcast(ranks, {bytes, options.segment_bytes, parents, options.common.repetitions});
    print_placed_times(ranks, fmt::format("{} MPI_Bcast", bytes), result.mpi);
    print_placed_times(ranks, fmt::format("{} tree", bytes), result.tree,
                       fmt::format("MPI_Bcast to tree: {:.2f} ({:.2f} to {:.2f})", result.tree_speed_up.value,
                                   result.tree_speed_up.low, result.tree_speed_up.high));
    report["cases"].push_back(to_json(result));
  }
  write_report(options.common, ranks, report);
}

}  // namespace

void add_bench_bcast(CLI::App& bench, Program& program) {
  auto* command = bench.add_subcommand("bcast", "MPI_Bcast against a broadcast along a forwarding tree");
  command->footer(
      "Start it with mpirun. A time is that of the slowest rank, all having begun together;\n"
      "times an order of magnitude off the median are dropped and counted. Contents are checked.\n"
      "Example: mpirun -n 8 groundswell-bench bcast --tree parents.txt --json bcast.json");
  auto options = std::make_shared<BroadcastOptions>();
  command->add_option("--bytes", options->bytes, "Of the message, one case each")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 32))
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--tree", options->tree,
                      "File with the parent of each rank, -1 for the root [by --network, or binomial]");
  command->add_option("--root", options->root, "Of a tree that no file gives")->check(CLI::NonNegativeNumber);
  command
      ->add_option("--segment", options->segment_bytes,
                   "Bytes that a rank of the tree forwards at once; 0: the whole message")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(1) << 32))
      ->capture_default_str();
  add_network_options(*command, options->common);
  command->callback([options, &program] { run_bench_bcast(*options, program.world()); });
}

}  // namespace groundswell
