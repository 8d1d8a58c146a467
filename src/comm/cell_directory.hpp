// SPDX-License-Identifier: Apache-2.0
// A distributed directory of who has a cell and who wants it: a rank stores only its own cells, its share of
// the directory and its partners.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "comm/sparse_exchange.hpp"

namespace groundswell {

// A cell and its place in a rank's list of cells.
struct ListedCell {
  std::int64_t cell = 0, place = 0;
  auto operator<=>(const ListedCell&) const = default;
};

// A row of a message and the place of the cell to which it belongs.
struct PlacedRow {
  std::int64_t row = 0, cell = 0;
};

struct DirectoryRules {
  std::int64_t first = 0, last = -1;  // all listed cells lie between these
  // The sentence if a cell is held by two ranks, or twice by one: then both are the same.
  std::function<std::string(std::int64_t cell, int rank, int other)> held_twice;
  // The sentence if nobody holds a cell that this rank wants; without it, nothing comes for such a cell.
  std::function<std::string(std::int64_t cell, int rank)> unheld = {};
};

// Called once for each partner, by ascending rank (this rank may be its own partner): first for those to
// which cells go that this rank holds (`sends`), then for those from which wanted ones come. Row i of the
// message between two ranks is the i-th of its cells, by ascending number; a wanted cell may have several
// places.
using TakePartner = std::function<void(bool sends, int rank, const std::vector<PlacedRow>& rows)>;

// Finds this rank's partners. Ranks may want the same cells, and one may list a wanted cell twice. Throws
// Error, on all ranks, if a cell is held twice or (`unheld`) by nobody, and what `take` throws. Collective.
void find_partners(SparseExchange& exchange, std::vector<ListedCell> held, std::vector<ListedCell> wanted,
                   const DirectoryRules& rules, const TakePartner& take);

}  // namespace groundswell
