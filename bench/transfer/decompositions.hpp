// SPDX-License-Identifier: Apache-2.0
// The decompositions of the published experiments on data transfer (Zhang et al. 2016, Geosci. Model Dev.).
// The functions with an argument `rank` return the cells of that process; any process may ask for the cells
// of any other.
#pragma once

#include <cstdint>

#include "transfer/decomposition.hpp"

namespace groundswell {

// A regular longitude-latitude grid on the sphere; the index of a cell is row * n_lon + column, with rows
// from south to north and columns from west to east.
struct BenchGrid {
  int n_lon = 0, n_lat = 0;
  std::int64_t n_cell() const { return std::int64_t(n_lon) * n_lat; }
};

// Cell i belongs to process i mod n_rank.
Decomposition deal_round_robin(std::int64_t n_cell, int rank, int n_rank);
// Whole rows; processes beyond the number of rows get none.
Decomposition make_latitude_blocks(const BenchGrid& grid, int rank, int n_rank);
// Rectangles, on the process grid whose rectangles have the shortest edges.
Decomposition make_rectangles(const BenchGrid& grid, int rank, int n_rank);

// The cells of target process `rank` if the source has contiguous blocks (make_block_decomposition) on
// `n_source` processes: each source process distributes its cells round-robin over `n_message` of the
// `n_target` processes, and so sends `n_message` messages, or fewer if it has fewer cells. With n_source ==
// n_target each target process receives the same number of messages.
Decomposition deal_over_targets(std::int64_t n_cell, int n_source, int n_message, int rank, int n_target);

// The cells of grid `from` that bilinear interpolation to these cells of grid `to` needs, ascending.
Decomposition cells_for_interpolation(const BenchGrid& from, const BenchGrid& to, const Decomposition& cells);

}  // namespace groundswell
