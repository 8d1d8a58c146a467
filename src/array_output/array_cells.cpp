// SPDX-License-Identifier: Apache-2.0
#include "array_output/array_cells.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "transfer/cell_pairs.hpp"

namespace groundswell {

std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            const Block& block, bool has_land) {
  constexpr char rule[] =
      "each cell belongs to one process that computes, and -1 stands for a place of its arrays that is not "
      "written, such as a halo";
  const std::int64_t n_cell = cells.n_global;
  const std::int64_t n_all =
      communicator.sum(std::ranges::count_if(cells.cells, [&](auto cell) { return cells.is_cell(cell); }));
  require(n_all == n_cell || (has_land && n_all < n_cell), "the processes list ", n_all,
          " cells in all, but the grid of the output has ", n_cell, "; ", rule);
  Decomposition written{n_cell, {}};
  run_together(communicator, [&] { written.cells = numbers_of(block); });
  std::vector<std::int64_t> listed;
  run_together(communicator, [&] {
    SparseExchange exchange(communicator);
    const CellPairs pairs = match_cells(
        exchange, &cells, &written, {has_land ? UnheldCells::skip : UnheldCells::refuse, "the output", rule});
    std::vector<std::size_t> places;
    for (const CellPair& pair : pairs.receives) pair.rows.add_cells_to(places);
    std::ranges::sort(places);
    for (const std::size_t place : places) listed.push_back(written.cells[place]);
  });
  return listed;
}

}  // namespace groundswell
