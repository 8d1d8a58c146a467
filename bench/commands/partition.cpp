// SPDX-License-Identifier: Apache-2.0
// groundswell-bench partition: the time and memory that it takes to partition a globe on a single rank, and
// the resulting traffic between nodes.
#include "decomp/partition.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/process_memory.hpp"
#include "base/stopwatch.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/halo_replay/globe_graph.hpp"
#include "network/node_map.hpp"

namespace groundswell {
namespace {

struct PartitionBenchOptions {
  int divisions = 256;  // parts into which each edge of the icosahedron is divided; 256 give 655,362 cells
  std::vector<int> parts{2, 8, 64, 1024};
  int n_node = 1;  // nodes that share the parts equally
};

// The first quarter of the cells costs more, like cells near a coast.
std::vector<double> uneven_weights(int n_cell) {
  std::vector<double> weights;
  for (int cell = 0; cell < n_cell; ++cell) weights.push_back(cell < n_cell / 4 ? 1.5 : 1.0);
  return weights;
}

void time_cut(const CellGraph& graph, int n_part, const std::vector<double>& weights) {
  const std::int64_t before = forget_highest_memory();
  const Stopwatch stopwatch;
  const Partition partition = make_partition(graph, n_part, {}, weights);
  const double seconds = stopwatch.seconds();
  const double bytes = double(process_memory().highest - before) / graph.n_cell();
  const PartitionQuality quality = compute_quality(graph, partition, weights);
  fmt::print("{:9} cells {:6} parts {:8.2f} s {:8.0f} bytes per cell beside the graph, imbalance {:.3f}\n",
             graph.n_cell(), n_part, seconds, bytes, quality.imbalance);
  std::fflush(stdout);
}

void print_nodes(const char* what, const NodeTraffic& nodes, double seconds) {
  fmt::print(
      "  {:24} {:8} cells cross between nodes, at most {:5} at one; {:6} links, at most {:4}; {:.2f} s\n",
      what, nodes.weight, nodes.most_weight, nodes.n_link, nodes.most_links, seconds);
}

// Prints the traffic between nodes for each kind of partition, once with the ranks in their original order
// and once with the ranks mapped to the nodes by find_node_map(). All cells have the same cost.
void compare_nodes(const CellGraph& graph, int n_part, int n_node) {
  std::vector<int> node_of_rank;
  for (int rank = 0; rank < n_part; ++rank) node_of_rank.push_back(int(std::int64_t(rank) * n_node / n_part));
  for (const std::string& kind : partition_names()) {
    const Stopwatch cutting;
    const Partition partition = make_partition(graph, n_part, {.kind = kind}, {}, node_of_rank);
    const double cut_seconds = cutting.seconds();
    const PartitionQuality quality = compute_quality(graph, partition, {}, node_of_rank);
    print_nodes(kind.c_str(), quality.between_nodes, cut_seconds);
    const std::vector<RankLink> links = find_part_links(graph, partition);
    const Stopwatch mapping;
    const std::vector<int> new_rank = find_node_map(links, node_of_rank);
    const double map_seconds = mapping.seconds();
    print_nodes((kind + ", mapped to nodes").c_str(),
                compute_node_traffic(links, move_nodes(node_of_rank, new_rank)), map_seconds);
    fmt::print("  {:24} imbalance {:.3f}, edge cut {}, at most {} neighbours, {} parts in pieces\n", "",
               quality.imbalance, quality.edge_cut, quality.max_neighbours, quality.n_part_in_pieces);
  }
}

void run_partition_bench(const PartitionBenchOptions& options) {
  const CellGraph graph = make_globe_graph(options.divisions);
  const double bytes = 4.0 * double(graph.begin.size() + graph.neighbours.size()) / graph.n_cell();
  fmt::print("the graph takes {:.0f} bytes per cell, the costs {}\n", bytes, sizeof(double));
  const std::vector<double> weights = uneven_weights(graph.n_cell());
  for (int n_part : options.parts) {
    time_cut(graph, n_part, weights);
    if (options.n_node > 1 && n_part > options.n_node) compare_nodes(graph, n_part, options.n_node);
  }
}

}  // namespace

void add_bench_partition(CLI::App& bench) {
  auto* partition = bench.add_subcommand("partition", "Time and memory of cutting a globe into parts");
  auto options = std::make_shared<PartitionBenchOptions>();
  partition->add_option("--divisions", options->divisions, "Of the icosahedron's edges: 10 n^2 + 2 cells")
      ->check(CLI::Range(4, 2000))
      ->capture_default_str();
  partition->add_option("--parts", options->parts, "Numbers of parts")
      ->check(CLI::Range(2, 1000000))
      ->delimiter(',')
      ->capture_default_str();
  partition
      ->add_option("--nodes", options->n_node,
                   "That share the parts: what crosses between them, by kind of partition and of reordering")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  partition->callback([options] { run_partition_bench(*options); });
}

}  // namespace groundswell
