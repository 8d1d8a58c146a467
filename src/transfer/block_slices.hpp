// SPDX-License-Identifier: Apache-2.0
// Moves rows of cells to contiguous blocks of the grid, as needed to write files. The slices of each rank's
// block are moved one after another, so that large rows need only small buffers, which stay in cache, and one
// slice can be written while the next is in transit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

class BlockSlices {
 public:
  // `cells` are this rank's global cell numbers in a grid of `n_global` cells, each of which is owned by one
  // rank; `from` has the rows of these cells for each field, in the same order. A slice takes about
  // `slice_bytes` per rank; more if a row is larger or a block would have more than 256 slices. Throws Error
  // on all ranks if a cell is not in the grid, or if a cell of the grid is listed by no rank or more than
  // once. Collective.
  BlockSlices(const Communicator& communicator, std::int64_t n_global, std::span<const std::int64_t> cells,
              std::vector<ConstCellRows> from, std::int64_t slice_bytes);

  std::int64_t n_slice() const { return n_slice_; }
  std::int64_t slice_rows() const { return slice_rows_; }  // maximum rows of a slice
  // The cells of this rank's block in a slice; may be empty.
  Block slice(std::int64_t number) const;
  // Indices of this rank's rows that belong to a slice. start() reads those for other ranks, finish() those
  // that stay in this rank's own block.
  std::vector<std::size_t> leaving(std::int64_t number) const;

  // Slices are started and finished in order, at most two at a time. finish() writes the rows of
  // slice(number) of each field to `to`.
  void start(std::int64_t number);
  void finish(std::int64_t number, std::span<const CellRows> to);

 private:
  // Rows of a slice that go from one rank to another or stay on a rank: a range of `order_` for rows that
  // leave or stay, of the partner's `cells` for rows that come.
  struct Piece {
    int partner = 0;  // for a piece that comes, an index into `partners_`; for one that leaves, a rank
    std::size_t begin = 0, end = 0;
  };
  struct Partner {
    int rank = 0;
    std::vector<std::int64_t> cells;  // sent to this rank, ascending
  };
  struct UnderWay {
    std::vector<LentToMpi<std::vector<std::byte>>> sent, received;
  };
  void match(std::span<const std::int64_t> cells);
  std::int64_t slice_of(std::int64_t cell, int rank) const {
    return (cell - block_begin(n_global_, rank, communicator_.size())) / slice_rows_;
  }
  std::vector<std::byte> pack(const Piece& piece) const;
  void copy_own(const Piece& piece, std::int64_t first, std::span<const CellRows> to) const;

  Communicator communicator_;
  std::int64_t n_global_;
  Block block_;
  std::vector<ConstCellRows> from_;
  std::int64_t row_bytes_ = 0, slice_rows_ = 1, n_slice_ = 1;
  std::vector<std::int64_t> cells_;
  std::vector<std::size_t> order_;  // permutation that sorts this rank's rows by cell
  std::vector<Partner> partners_;
  std::vector<std::vector<Piece>> leaving_, coming_;  // [slice]
  std::array<UnderWay, 2> under_way_;
};

}  // namespace groundswell
