// SPDX-License-Identifier: Apache-2.0
// Matches two decompositions of one grid: which of this process's cells go to which process, and which come
// from which. A rank stores only its own cells, its share of a directory and its partners.
#pragma once

#include <string>
#include <vector>

#include "comm/sparse_exchange.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/packet.hpp"
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

// What becomes of a target cell that no source process holds: an error, or nothing comes for it.
enum class UnheldCells { refuse, skip };

struct MatchRules {
  UnheldCells unheld = UnheldCells::refuse;
  // For error messages about cells, in the words of whoever lists them: what the source is, and what is
  // right, which ends the sentence.
  std::string source = "the source", advice = {};
};

// `source` and `target` are this process's cells on each side, null if it is not on that side. A target
// process may list a cell twice, several target processes may list the same cell, and cells that none lists
// are not moved. Throws Error on all ranks for an index outside the grid, grids of different or negative
// sizes, a cell that two source processes hold or that one lists twice, and (UnheldCells) a target cell that
// no source process holds, and if no process is on either side. Collective.
CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target,
                      const MatchRules& rules = {});

// Divides each message into one per slab of the receiver's cells; indices of these cells are then counted
// from the slab's first one. Throws LogicError if a receiver's cells do not ascend. Collective.
std::vector<CellPairs> cut_into_slabs(SparseExchange& exchange, const CellPairs& whole, const Slabs& slabs);

}  // namespace groundswell
