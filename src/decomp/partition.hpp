// SPDX-License-Identifier: Apache-2.0
// Which rank owns which cell: METIS cuts the graph of neighbouring cells into parts of nearly equal load with
// few cut links. Reference: Karypis and Kumar 1998, SIAM J. Sci. Comput. 20, 359-392.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/partition_graph.hpp"

namespace groundswell {

struct PartitionSettings {
  double load_tolerance = 1.03;  // largest load over mean load; near 1 the cut grows several times
  bool contiguous = true;        // request parts in one piece (where the mesh itself is in one piece)
  int seed = 1;                  // of METIS's random choices: the same seed gives the same parts
};

// Every part has at least one cell.
struct Partition {
  int n_part = 0;
  std::vector<int> owner;  // [n_cell of the whole mesh] part of each cell
};

struct PartitionQuality {
  std::int64_t edge_cut = 0;  // pairs of neighbouring cells with two owners
  double imbalance = 1.0;     // largest load of a part over the mean
  int min_cells = 0;          // in a part
  int max_cells = 0;          // in a part
  int n_part_in_pieces = 0;   // parts that are not in one piece
  int max_neighbours = 0;     // largest number of parts that touch one part
};

// Divides the cells of a mesh into `n_part` parts; `weights` [n_cell], > 0, is the load of each cell (empty:
// the same for all). Deterministic. Throws Error for more parts than cells and for weights that are not
// positive.
Partition make_partition(const CellGraph& graph, int n_part, const PartitionSettings& settings = {},
                         std::span<const double> weights = {});

PartitionQuality compute_quality(const CellGraph& graph, const Partition& partition,
                                 std::span<const double> weights = {});

}  // namespace groundswell
