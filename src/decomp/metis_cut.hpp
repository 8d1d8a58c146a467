// SPDX-License-Identifier: Apache-2.0
// The only door to METIS.
#pragma once

#include <span>
#include <vector>

#include "decomp/partition_graph.hpp"

namespace groundswell {

struct CutRequest {
  int n_part = 1;
  double load_tolerance = 1.03;     // largest load over what is the part's due
  bool contiguous = true;           // parts in one piece, where the graph is
  int seed = 1;                     // of METIS's random choices
  std::span<const double> weights;  // [n_cell] > 0; empty: all the same
  std::vector<int> sizes;           // [n_part] the part's due of the load, as a ratio to the others', and the
                                    // fewest cells that it gets; empty: 1 each
};

// The part of each cell. Parts that METIS leaves too small are filled with cells of others. Deterministic.
// Throws Error where METIS fails; there must be cells enough.
std::vector<int> cut_cells(const CellGraph& graph, const CutRequest& request);

}  // namespace groundswell
