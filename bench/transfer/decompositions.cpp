// SPDX-License-Identifier: Apache-2.0
#include "bench/transfer/decompositions.hpp"

#include <algorithm>
#include <cmath>

#include "base/each_once.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

Decomposition rectangle(const BenchGrid& grid, Block columns, Block rows) {
  Decomposition cells{grid.n_cell(), {}};
  for (std::int64_t row = rows.begin; row < rows.end; ++row)
    for (std::int64_t column = columns.begin; column < columns.end; ++column)
      cells.cells.push_back(row * grid.n_lon + column);
  return cells;
}

// The number of processes side by side along a row.
int processes_across(const BenchGrid& grid, int n_rank) {
  int best = 1;
  double shortest = INFINITY;
  for (int across = 1; across <= n_rank; ++across) {
    if (n_rank % across != 0) continue;
    const double edge = double(grid.n_lon) / across + double(grid.n_lat) / (n_rank / across);
    if (edge < shortest) best = across;
    shortest = std::min(shortest, edge);
  }
  return best;
}

// The same length is divided into n_to cells and into n_from cells. The centre of cell i of the former lies
// between the centres of two of the latter; returns the lower-numbered of these two.
std::int64_t lower_neighbour(std::int64_t i, int n_to, int n_from) {
  return std::int64_t(std::floor((double(i) + 0.5) * n_from / n_to - 0.5));
}

}  // namespace

Decomposition deal_round_robin(std::int64_t n_cell, int rank, int n_rank) {
  Decomposition cells{n_cell, {}};
  for (std::int64_t cell = rank; cell < n_cell; cell += n_rank) cells.cells.push_back(cell);
  return cells;
}

Decomposition make_latitude_blocks(const BenchGrid& grid, int rank, int n_rank) {
  return rectangle(grid, {0, grid.n_lon}, make_block(grid.n_lat, rank, n_rank));
}

Decomposition make_rectangles(const BenchGrid& grid, int rank, int n_rank) {
  const int across = processes_across(grid, n_rank);
  return rectangle(grid, make_block(grid.n_lon, rank % across, across),
                   make_block(grid.n_lat, rank / across, n_rank / across));
}

Decomposition deal_over_targets(std::int64_t n_cell, int n_source, int n_message, int rank, int n_target) {
  require(n_message >= 1 && n_message <= n_target, n_message, " messages per process to ", n_target,
          " processes; give 1 to as many as there are processes");
  Decomposition cells{n_cell, {}};
  for (int source = 0; source < n_source; ++source) {
    const int first = int(block_begin(n_target, source, n_source));
    // This rank's position, counted cyclically from the source's first target.
    const int turn = (rank - first + n_target) % n_target;
    const Block block = make_block(n_cell, source, n_source);
    if (turn < n_message)
      for (std::int64_t cell = block.begin + turn; cell < block.end; cell += n_message)
        cells.cells.push_back(cell);
  }
  return cells;
}

Decomposition cells_for_interpolation(const BenchGrid& from, const BenchGrid& to,
                                      const Decomposition& cells) {
  Decomposition needed{from.n_cell(), {}};
  for (const std::int64_t cell : cells.cells) {
    const std::int64_t column = lower_neighbour(cell % to.n_lon, to.n_lon, from.n_lon);
    const std::int64_t row = lower_neighbour(cell / to.n_lon, to.n_lat, from.n_lat);
    for (const std::int64_t y : {row, row + 1})
      for (const std::int64_t x : {column, column + 1})
        needed.cells.push_back(std::clamp<std::int64_t>(y, 0, from.n_lat - 1) * from.n_lon +
                               (x + from.n_lon) % from.n_lon);
  }
  keep_each_once(needed.cells);
  return needed;
}

}  // namespace groundswell
