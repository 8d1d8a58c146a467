// SPDX-License-Identifier: Apache-2.0
// The plan of a halo exchange: which rank sends which cells to which other rank. It is made from global
// indices and owners alone, for any mesh or grid. A rank requests its halo cells from their owners by global
// index; the requests that it receives are its send lists. A rank stores nothing about ranks other than its
// neighbours.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// Rows that follow each other, and further runs of as many rows, each beginning `step` rows after the one
// before, as a strip along the side of a box.
struct RowRun {
  int first = 0, n = 0;
  int times = 1, step = 0;
};
// The rows of messages, as runs: those of neighbour n are runs[begin[n]] .. runs[begin[n + 1] - 1].
struct RowRuns {
  std::vector<RowRun> runs;
  std::vector<int> begin;  // [n_neighbour + 1]

  std::span<const RowRun> of(int neighbour) const {
    const int first = begin[std::size_t(neighbour)], end = begin[std::size_t(neighbour) + 1];
    return std::span(runs).subspan(std::size_t(first), std::size_t(end - first));
  }
};

// Where the rows of cells lie in the caller's arrays, if not the owned ones first and then the halo.
struct HaloPositions {
  int n_row = 0;          // that arrays must have at least
  int line_length = 0;    // the rows of a line (along i) of a box with its halo; 0: unknown
  std::vector<int> halo;  // [n_halo] the row of each halo cell
  RowRuns send, receive;
};

// Neighbours are sorted by rank. Neighbour n receives the values of the cells send_cells[send_begin[n] ..
// send_begin[n + 1]) and sends those of the n_from(n) local cells from n_owned + receive_begin[n] on.
struct HaloPlan {
  int n_owned = 0, n_halo = 0;
  std::vector<int> neighbours;     // ranks
  std::vector<int> send_cells;     // rows of owned cells, by neighbour and then by global index
  std::vector<int> send_begin;     // [n_neighbour + 1]
  std::vector<int> receive_begin;  // [n_neighbour + 1] in halo cells
  // Halo cells that the rank owns itself: those from halo cell `own_begin` on are copies of the rows
  // `own_cells`. As halo cells are sorted by owner, they lie after those of all neighbours of lower rank.
  std::vector<int> own_cells;
  int own_begin = 0;
  // Not set: owned cells have the rows from 0 on in their order, and halo cell k the row n_owned + k.
  std::optional<HaloPositions> positions;

  int n_neighbour() const { return int(neighbours.size()); }
  int n_cell() const { return n_owned + n_halo; }
  // The rows that arrays must have at least.
  int n_row() const { return positions ? positions->n_row : n_cell(); }

  // For a neighbour, the owned cells that it needs, and the halo cells whose values it sends.
  std::span<const int> cells_to(int neighbour) const {
    const std::size_t n = std::size_t(neighbour);
    return std::span(send_cells).subspan(std::size_t(send_begin[n]), std::size_t(n_to(neighbour)));
  }
  int n_to(int neighbour) const {
    return send_begin[std::size_t(neighbour) + 1] - send_begin[std::size_t(neighbour)];
  }
  int first_from(int neighbour) const { return n_owned + receive_begin[std::size_t(neighbour)]; }
  int n_from(int neighbour) const {
    const int begin = receive_begin[std::size_t(neighbour)], end = receive_begin[std::size_t(neighbour) + 1];
    const int n_own = int(own_cells.size());
    return end - begin - (begin <= own_begin && own_begin + n_own <= end ? n_own : 0);
  }
  // The rows of a neighbour's halo cells; only if there are positions.
  std::span<const int> rows_from(int neighbour) const {
    return std::span(positions->halo)
        .subspan(std::size_t(receive_begin[std::size_t(neighbour)]), std::size_t(n_from(neighbour)));
  }
};

// `owned` and `halo` are the global indices of the local cells in local order; halo cells are sorted by
// (owner, global index); a rank may own some of its halo cells itself, as on a periodic grid. Throws Error,
// on all ranks, if `halo` and `halo_owner` differ in size, and for halo cells that are out of order, given
// twice, or not owned exactly once by their owner. Collective.
HaloPlan make_halo_plan(const Communicator& communicator, std::span<const std::int64_t> owned,
                        std::span<const std::int64_t> halo, std::span<const int> halo_owner);

// Cells by global index, in any order, and the row of each in the caller's arrays, counted from 0. Without
// positions, owned cells have the rows from 0 on in their order, and then the halo in its order.
struct PlacedCells {
  std::span<const std::int64_t> cells, positions;
};
struct PlacedHaloRules {
  bool may_lack_owners = false;    // halo cells that nobody owns are left out, and their rows untouched
  int n_row = 0, line_length = 0;  // of HaloPositions; 0: as many rows as the highest position needs
  // Names a cell in errors; default: "cell 17".
  std::function<std::string(std::int64_t)> name = {};
};
// A plan for rows at any place. Owners are found by a directory; a cell may be in the halo several times, at
// different places, and a rank may own it itself. Throws Error, on all ranks, if cells and positions differ
// in number, for a position that is negative or taken twice, and for cells with no owner or two. Collective.
HaloPlan make_placed_halo_plan(const Communicator& communicator, const PlacedCells& owned,
                               const PlacedCells& halo, const PlacedHaloRules& rules = {});

}  // namespace groundswell
