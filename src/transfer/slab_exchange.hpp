// SPDX-License-Identifier: Apache-2.0
// Moves rows of cells to contiguous blocks of the grid, as needed to write files. The slabs of each rank's
// block are moved one after another, so that large rows need only small buffers, which stay in cache, and one
// slab can be written while the next is in transit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {

class SlabExchange {
 public:
  // `own` are this rank's cells, each of which is owned by one rank; `from` has the rows of these cells for
  // each field, in the same order. This rank wants the cells of `block`. A slab takes about `slab_bytes` per
  // rank; more if a row is larger or a block would have more than 256 slabs. Throws Error on all ranks if a
  // cell is not in the grid or listed more than once, or if a wanted cell is listed by no rank. Collective.
  SlabExchange(const Communicator& communicator, const Decomposition& own, const Block& block,
               std::vector<ConstCellRows> from, std::int64_t slab_bytes);

  std::int64_t n_slab() const { return std::int64_t(plan_.kinds().size()); }
  std::int64_t slab_rows() const { return slabs_.rows; }  // maximum rows of a slab
  // The cells of this rank's block in a slab; may be empty.
  Block slab(std::int64_t number) const;
  // Indices of this rank's rows that belong to a slab. start() reads those for other ranks, finish() those
  // that stay in this rank's own block.
  std::vector<std::size_t> leaving(std::int64_t number) const { return plan_.leaving(int(number)); }

  // Slabs are started and finished in order, at most two at a time. finish() writes the rows of slab(number)
  // of each field to `to`.
  void start(std::int64_t number);
  void finish(std::int64_t number, std::span<const CellRows> to);

  // The memory of messages [bytes] that has been allocated so far.
  std::int64_t bytes() const { return slots_.bytes() + messages_[0].bytes() + messages_[1].bytes(); }

 private:
  Communicator communicator_;
  Block block_;
  std::vector<ConstCellRows> from_;
  Slabs slabs_;
  PacketPlan plan_;  // each slab is a kind
  SendSlots slots_{2};
  std::array<ArrivingMessages, 2> messages_;
};

}  // namespace groundswell
