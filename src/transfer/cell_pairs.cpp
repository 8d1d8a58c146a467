// SPDX-License-Identifier: Apache-2.0
#include "transfer/cell_pairs.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "comm/cell_directory.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// The error messages about cells, which are counted from this rank's first index.
struct MatchWords {
  const Communicator& communicator;
  const MatchRules& rules;
  std::int64_t first_index;

  std::string cell(std::int64_t global) const {
    return text("cell ", global + first_index, " (counted from ", first_index, ")");
  }
  std::string rank(int rank) const { return rank_name(communicator, rank); }
  std::string this_rank() const { return rank(communicator.rank()); }
  // The end of a sentence: the advice of the rules or, without any, `otherwise`.
  std::string end(const std::string& otherwise = "") const {
    return rules.advice.empty() ? otherwise : "; " + rules.advice;
  }
  std::string held_twice(std::int64_t global, int one, int other) const {
    return one == other ? text(rank(one), " lists ", cell(global), " of ", rules.source, " twice", end())
                        : text(cell(global), " of ", rules.source, " is held by two processes, ", rank(one),
                               " and ", rank(other), end());
  }
  std::string unheld(std::int64_t global, int target) const {
    return text(cell(global), " of ", rules.source, " is held by no process",
                end(text(", but the target (", rank(target), ") lists it; list ", Decomposition::no_cell,
                         " in its place if no value is to come")));
  }
};

void check_size(const Decomposition& decomposition, std::int64_t n_global, const std::string& side,
                const MatchWords& words) {
  const std::int64_t n = decomposition.n_global;
  if (n == n_global && n >= 0) return;
  require(n >= 0, "the grid of ", side, " on ", words.this_rank(), " has ", n, " cells; give 0 or more");
  throw Error(text("grids of different sizes were given: that of ", side, " on ", words.this_rank(), " has ",
                   n, " cells, that of another process ", n_global,
                   "; data transfer moves values between two decompositions of one grid"));
}

// The cells and their local indices, both counted from 0.
std::vector<ListedCell> list_cells(const Decomposition& decomposition, const std::string& side,
                                   const MatchWords& words) {
  const std::vector<std::int64_t>& cells = decomposition.cells;
  const std::int64_t first = decomposition.first_index, n_global = decomposition.n_global;
  const char* there_are = n_global == 0 ? "which has no cells: " : "whose cells are ";
  std::vector<ListedCell> listed;
  listed.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!decomposition.is_cell(cells[i])) continue;
    if (cells[i] < first || cells[i] - first >= n_global)
      throw Error(text("cell ", cells[i], " of ", side, " on ", words.this_rank(), " is outside the grid, ",
                       there_are, first, " to ", first + n_global - 1,
                       words.end(text("; ", Decomposition::no_cell, " stands for no cell"))));
    listed.push_back({decomposition.from_0(cells[i]), std::int64_t(i)});
  }
  return listed;
}

}  // namespace

CellPairs match_cells(SparseExchange& exchange, const Decomposition* source, const Decomposition* target,
                      const MatchRules& rules) {
  const Communicator& communicator = exchange.communicator();
  const MatchWords words{communicator, rules,
                         source   ? source->first_index
                         : target ? target->first_index
                                  : 0};
  constexpr std::int64_t nobody = INT64_MIN;
  const std::int64_t n_global =
      communicator.max(std::max(source ? source->n_global : nobody, target ? target->n_global : nobody));
  require(n_global != nobody, "no process takes part: none gave cells of the source or of the target");
  std::vector<ListedCell> held, wanted;
  run_together(communicator, [&] {
    if (source) check_size(*source, n_global, rules.source, words);
    if (target) check_size(*target, n_global, "the target", words);
    if (source) held = list_cells(*source, rules.source, words);
    if (target) wanted = list_cells(*target, "the target", words);
  });
  DirectoryRules directory{
      .first = 0, .last = n_global - 1, .held_twice = [&](auto... of) { return words.held_twice(of...); }};
  if (rules.unheld == UnheldCells::refuse)
    directory.unheld = [&](std::int64_t cell, int rank) { return words.unheld(cell, rank); };
  CellPairs pairs{source != nullptr, target != nullptr, {}, {}};
  find_partners(exchange, std::move(held), std::move(wanted), directory,
                [&](bool sends, int rank, const std::vector<PlacedRow>& rows) {
                  (sends ? pairs.sends : pairs.receives).push_back({rank, RowPlaces(rows)});
                });
  return pairs;
}

// Only a receiver knows which rows of a message belong to a slab: it tells the sender where they begin.
std::vector<CellPairs> cut_into_slabs(SparseExchange& exchange, const CellPairs& whole, const Slabs& slabs) {
  const int n_slab = slabs.count;
  std::vector<CellPairs> cut(std::size_t(n_slab), CellPairs{whole.on_source, whole.on_target, {}, {}});
  std::vector<RankMessage> told;
  run_together(exchange.communicator(), [&] {
    for (const CellPair& pair : whole.receives) {
      RankMessage& begins = told.emplace_back(RankMessage{pair.rank, {0}});
      for (int slab = 0; slab < n_slab; ++slab) {
        const std::int64_t first = slab * slabs.rows, begin = begins.values.back();
        const std::int64_t end = pair.rows.rows_before(first + slabs.rows);
        begins.values.push_back(end);
        if (begin < end)
          cut[std::size_t(slab)].receives.push_back({pair.rank, pair.rows.cut({begin, end}, first)});
      }
    }
  });
  for (const RankMessage& begins : exchange.exchange(told)) {
    const auto pair = std::ranges::find(whole.sends, begins.rank, &CellPair::rank);
    for (int slab = 0; slab < n_slab; ++slab) {
      const Block rows{begins.values[std::size_t(slab)], begins.values[std::size_t(slab) + 1]};
      if (rows.size() > 0) cut[std::size_t(slab)].sends.push_back({begins.rank, pair->rows.cut(rows, 0)});
    }
  }
  for (CellPairs& slab : cut) std::ranges::sort(slab.sends, {}, &CellPair::rank);
  return cut;
}

}  // namespace groundswell
