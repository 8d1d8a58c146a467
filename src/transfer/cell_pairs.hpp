// SPDX-License-Identifier: Apache-2.0
// Which of my cells go to whom, and which come from whom: the meeting of two decompositions of one grid. No
// rank sees more than its own cells, its share of a directory and its partners.
#pragma once

#include <vector>

#include "comm/sparse_exchange.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/row_places.hpp"

namespace groundswell {

// The cells that one source process gives to one target process, by ascending global index on both sides.
struct CellPair {
  int rank = 0;  // the partner
  RowPlaces rows;
};

struct CellPairs {
  bool on_source = false, on_target = false;  // whether this process is on the side, with cells or without
  std::vector<CellPair> sends, receives;      // by ascending rank; the own rank may be among them
};

// `source` and `target` are this process's cells on each side; null where it is not on that side. A target
// process may list a cell twice, several may list the same one, and cells that none lists stay where they
// are. Throws Error, on all ranks, for an index outside the grid, for grids of different sizes, for a cell
// that two source processes hold or one lists twice, and for a cell that the target lists and no source
// process holds. Collective.
CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target);

}  // namespace groundswell
