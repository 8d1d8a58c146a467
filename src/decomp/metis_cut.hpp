// SPDX-License-Identifier: Apache-2.0
// Cuts the graph of cells into parts with METIS; no other file calls METIS.
#pragma once

#include <span>
#include <vector>

#include "decomp/partition_graph.hpp"

namespace groundswell {

struct CutRequest {
  int n_part = 1;
  double load_tolerance = 1.03;     // largest allowed ratio of a part's load to its target
  bool contiguous = true;           // each part in one piece, if the graph itself is
  int seed = 1;                     // for METIS's random choices
  std::span<const double> weights;  // [n_cell] > 0; empty: all the same
  std::vector<int> sizes;           // [n_part] relative target load of each part, and its minimum number of
                                    // cells; empty: 1 each
};

// The part of each cell. Parts that METIS leaves too small are filled with cells of other parts.
// Deterministic. Throws Error if METIS fails. Precondition: there are at least as many cells as the parts
// need together.
std::vector<int> cut_cells(const CellGraph& graph, const CutRequest& request);

}  // namespace groundswell
