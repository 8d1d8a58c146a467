// SPDX-License-Identifier: Apache-2.0
// groundswell-bench alltoall: the time of MPI_Alltoall by message size, before and after reordering the
// ranks, among all ranks or in several groups concurrently.
#include <fmt/format.h>

#include <memory>

#include "base/block.hpp"
#include "bench/commands/network_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/network/all_to_all.hpp"
#include "placement/rank_patterns.hpp"

namespace groundswell {
namespace {

struct AllToAllOptions {
  NetworkBenchOptions common;
  std::vector<std::int64_t> bytes{1024, 4096, 16384, 65536, 262144, 1048576, 2097152};
  int n_group = 1;
};

// The time of the slowest group relative to that of the fastest, for each placement; empty for a single
// group.
std::string describe_groups(const AllToAllResult& result) {
  std::string words;
  if (result.settings.n_group == 1) return words;
  for (std::size_t i = 0; i < result.groups.size(); ++i)
    words += fmt::format("{}{:.2f}",
                         i == 0 ? "slowest group to fastest: " : ", after: ", result.group_variation(i));
  return words;
}

void run_bench_alltoall(const AllToAllOptions& options, const Communicator& world) {
  const BenchPattern pattern = [&](int n_rank, std::int64_t bytes) {
    std::vector<RankLink> links = make_all_to_all_links(n_rank, bytes);
    std::erase_if(links, [&](const RankLink& link) {
      return rank_of_block(link.rank, n_rank, options.n_group) !=
             rank_of_block(link.other, n_rank, options.n_group);
    });
    return links;
  };
  const auto [ranks, hosts] = place_ranks(options.common, world, pattern, options.bytes.back());
  nlohmann::ordered_json report = begin_report("alltoall", ranks);
  report["groups"] = options.n_group;
  print_placed_heading(ranks, "bytes to each rank");
  for (const std::int64_t bytes : options.bytes) {
    const AllToAllResult result =
        time_all_to_all(ranks, {bytes, options.n_group, options.common.repetitions});
    const std::vector<double> predicted = hosts.predict(ranks, pattern, bytes);
    print_placed_times(ranks, fmt::format("{}", bytes), result.times,
                       describe_groups(result) + (predicted.empty() || options.n_group == 1 ? "" : "  ") +
                           describe_prediction(predicted));
    report["cases"].push_back(to_json(result));
    if (!predicted.empty()) report["cases"].back()["predicted"] = predicted;
  }
  write_report(options.common, ranks, report);
}

}  // namespace

void add_bench_alltoall(CLI::App& bench, Program& program) {
  auto* command = bench.add_subcommand("alltoall", "MPI_Alltoall, before and after a mapping of ranks");
  command->footer(
      "Start it with mpirun. A time is that of the slowest rank, all having begun together;\n"
      "times an order of magnitude off the median are dropped and counted. Contents are checked.\n"
      "Example: mpirun -n 8 groundswell-bench alltoall --bytes 1024,65536 --groups 2");
  auto options = std::make_shared<AllToAllOptions>();
  command->add_option("--bytes", options->bytes, "From each rank to each, one case per size")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 31))
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--groups", options->n_group, "Number of groups of consecutive ranks, all at once")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  add_network_options(*command, options->common);
  command->callback([options, &program] { run_bench_alltoall(*options, program.world()); });
}

}  // namespace groundswell
