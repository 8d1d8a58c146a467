// SPDX-License-Identifier: Apache-2.0
// The plan of a halo exchange: which rank sends which cells to which other rank. It is made from global
// indices and owners alone, for any mesh or grid. A rank requests its halo cells from their owners by global
// index; the requests that it receives are its send lists. A rank stores nothing about ranks other than its
// neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// Neighbours are sorted by rank. Neighbour n receives the values of the cells send_cells[send_begin[n] ..
// send_begin[n + 1]) and sends those of the n_from(n) local cells from n_owned + receive_begin[n] on.
struct HaloPlan {
  int n_owned = 0, n_halo = 0;
  std::vector<int> neighbours;     // ranks
  std::vector<int> send_cells;     // local indices of owned cells, by neighbour and then by global index
  std::vector<int> send_begin;     // [n_neighbour + 1]
  std::vector<int> receive_begin;  // [n_neighbour + 1] in halo cells
  // Halo cells that the rank owns itself: those from halo cell `own_begin` on are copies of the local cells
  // `own_cells`. As halo cells are sorted by owner, they lie after those of all neighbours of lower rank.
  std::vector<int> own_cells;
  int own_begin = 0;

  int n_neighbour() const { return int(neighbours.size()); }
  int n_cell() const { return n_owned + n_halo; }

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
};

// `owned` and `halo` are the global indices of the local cells in local order; halo cells are sorted by
// (owner, global index); a rank may own some of its halo cells itself, as on a periodic grid. Throws Error,
// on all ranks, if `halo` and `halo_owner` differ in size, and for halo cells that are out of order, given
// twice, or not owned exactly once by their owner. Collective.
HaloPlan make_halo_plan(const Communicator& communicator, std::span<const std::int64_t> owned,
                        std::span<const std::int64_t> halo, std::span<const int> halo_owner);

}  // namespace groundswell
