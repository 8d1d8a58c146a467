// SPDX-License-Identifier: Apache-2.0
// Matches two decompositions of one grid: which of this process's cells go to which process, and which come
// from which. A rank stores only its own cells, its share of a directory and its partners.
#pragma once

#include <vector>

#include "comm/sparse_exchange.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/row_places.hpp"

namespace groundswell {

// The cells that one source process sends to one target process, by ascending global index on both sides.
struct CellPair {
  int rank = 0;  // the partner
  RowPlaces rows;
};

struct CellPairs {
  bool on_source = false, on_target = false;  // whether this process is on that side, with or without cells
  std::vector<CellPair> sends, receives;      // by ascending rank, possibly including this rank
};

// `source` and `target` are this process's cells on each side, null if it is not on that side. A target
// process may list a cell twice, several target processes may list the same cell, and cells that none lists
// are not moved. Throws Error on all ranks for an index outside the grid, grids of different or negative
// sizes, a cell that two source processes hold or that one lists twice, and a target cell that no source
// process holds, and if no process is on either side. Collective.
CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target);

}  // namespace groundswell
