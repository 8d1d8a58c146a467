// SPDX-License-Identifier: Apache-2.0
// Assigns the cells to ranks: METIS cuts the graph of neighbouring cells into parts of nearly equal load with
// few cut links. Reference: Karypis and Kumar 1998, SIAM J. Sci. Comput. 20, 359-392.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/partition_graph.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

inline constexpr std::string_view default_partition = "flat";
// flat: cuts the mesh into all parts at once; hierarchical: divides it first among nodes, in proportion to
// their numbers of ranks, then within each node, which reduces traffic between nodes.
std::vector<std::string> partition_names();

struct PartitionSettings {
  std::string kind{default_partition};
  double load_tolerance = 1.03;  // largest allowed load / mean; near 1 the edge cut is several times larger
  bool contiguous = true;        // each part in one piece, if the mesh itself is in one piece
  int seed = 1;                  // for METIS's random choices: the same seed gives the same parts
};

// Every part has at least one cell.
struct Partition {
  int n_part = 0;
  std::vector<int> owner;  // [n_cell of the whole mesh] part of each cell
};

struct PartitionQuality {
  std::int64_t edge_cut = 0;  // pairs of neighbouring cells with different owners
  double imbalance = 1.0;     // largest load of a part divided by the mean
  int min_cells = 0;          // in a part
  int max_cells = 0;          // in a part
  int n_part_in_pieces = 0;   // number of parts that are not in one piece
  int max_neighbours = 0;     // largest number of parts that touch one part
  NodeTraffic between_nodes;  // of the links from find_part_links; all 0 if the nodes are not known
};

// Divides the cells of a mesh into `n_part` parts; `weights` [n_cell], > 0, is the load of each cell (empty:
// the same for all). `node_of_part` [n_part] is the node (a number from 0) of each part's rank; empty: all
// ranks are on one node. On one node, or with each part on a node of its own, all kinds give the same
// partition. Deterministic. Throws Error for invalid arguments, such as more parts than cells, weights that
// are not positive, or an unknown kind.
Partition make_partition(const CellGraph& graph, int n_part, const PartitionSettings& settings = {},
                         std::span<const double> weights = {}, std::span<const int> node_of_part = {});

// The messages between parts in a halo exchange of one ring: the weight of a link is the number of cells of
// part `rank` that touch part `other`. Sorted by `rank`, then by `other`.
std::vector<RankLink> find_part_links(const CellGraph& graph, const Partition& partition);

PartitionQuality compute_quality(const CellGraph& graph, const Partition& partition,
                                 std::span<const double> weights = {},
                                 std::span<const int> node_of_part = {});

}  // namespace groundswell
