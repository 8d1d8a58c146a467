// SPDX-License-Identifier: Apache-2.0
// groundswell-bench halo_plans: the halo messages (how many cells each part sends to each other part) of a
// globe cut into many parts, written to files for `groundswell-bench halo_replay`. Runs in one process.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/process_memory.hpp"
#include "base/written_file.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/halo_replay/cluster_model.hpp"
#include "bench/halo_replay/globe_graph.hpp"
#include "bench/halo_replay/halo_count.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

struct HaloPlansOptions {
  int divisions = 64;  // parts into which each edge of the icosahedron is divided; 64 give 40,962 cells
  int cores = 32;
  std::vector<int> parts{512, 1024};
  std::vector<std::string> partitions = partition_names();
  std::string folder = ".";
};

Partition cut_globe(const CellGraph& graph, const std::string& partition, int n_part, int cores) {
  PartitionSettings settings;
  settings.kind = partition;
  return make_partition(graph, n_part, settings, {}, place_parts("block", n_part, cores));
}

// Writes a file and prints a summary of it.
void make_halo_plan_file(const CellGraph& graph, const std::string& partition, int n_part,
                         const HaloPlansOptions& options, const std::filesystem::path& folder) {
  const Stopwatch stopwatch;
  const PartPairs pairs =
      count_part_pairs(graph, cut_globe(graph, partition, n_part, options.cores), partition);
  std::array<std::int64_t, most_rings> cells{}, messages{};
  for (const PartPair& pair : pairs.pairs)
    for (std::size_t ring = 0; ring < most_rings; ++ring) {
      cells[ring] += pair.cells[ring];
      messages[ring] += pair.cells[ring] > 0;
    }
  const std::string name = fmt::format("{}.{}.{}.pairs", graph.n_cell(), n_part, partition);
  write_part_pairs(folder / name, pairs);
  const double n = n_part;
  fmt::print(
      "{:9} cells {:6} parts {:6}: {:5.1f} neighbours, {:6.1f} halo cells a part (two rings: {:5.1f}, "
      "{:6.1f}), {:6.1f} s\n",
      graph.n_cell(), n_part, partition, double(messages[0]) / n, double(cells[0]) / n,
      double(messages[1]) / n, double(cells[1]) / n, stopwatch.seconds());
  std::fflush(stdout);
}

void make_halo_plan_files(const HaloPlansOptions& options) {
  const std::filesystem::path folder = parse_path(options.folder, "");
  check_folder(folder);
  std::filesystem::create_directories(folder);
  const Stopwatch stopwatch;
  const CellGraph graph = make_globe_graph(options.divisions);
  fmt::print("the graph of {} cells took {:.1f} s\n", graph.n_cell(), stopwatch.seconds());
  for (const int n_part : options.parts)
    for (const std::string& partition : options.partitions)
      make_halo_plan_file(graph, partition, n_part, options, folder);
  fmt::print("{:.1f} s, at most {:.2f} GB of memory\n", stopwatch.seconds(),
             1e-9 * double(process_memory().highest));
}

}  // namespace

void add_bench_halo_plans(CLI::App& bench) {
  auto* plans =
      bench.add_subcommand("halo_plans", "Halos of a globe in many parts, for groundswell-bench halo_replay");
  plans->footer(
      "Writes CELLS.PARTS.PARTITION.pairs for each number of parts and each kind of partition. No mesh is "
      "made.\n"
      "Example: groundswell-bench halo_plans --divisions 512 --parts 512,1024 --folder output/halo_replay");
  auto options = std::make_shared<HaloPlansOptions>();
  plans->add_option("--divisions", options->divisions, "Of the icosahedron's edges: 10 n^2 + 2 cells")
      ->check(CLI::Range(4, 2000))
      ->capture_default_str();
  plans->add_option("--parts", options->parts, "Numbers of parts")
      ->check(CLI::Range(2, 1000000))
      ->delimiter(',')
      ->capture_default_str();
  plans->add_option("--partitions", options->partitions, "Kinds of partition")
      ->check(CLI::IsMember(partition_names()))
      ->delimiter(',')
      ->capture_default_str();
  plans->add_option("--cores", options->cores, "Of a node, for hierarchical")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  plans->add_option("--folder", options->folder, "Where the files are written")->capture_default_str();
  plans->callback([options] { make_halo_plan_files(*options); });
}

}  // namespace groundswell
