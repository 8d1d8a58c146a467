// SPDX-License-Identifier: Apache-2.0
// Moves one value per cell from one distribution over ranks to another: from the owners to contiguous blocks
// in the order of the file, and from blocks to the ranks that need them. Irregular writes are a hundred times
// slower than one contiguous block per rank. The plan is made once, between the ranks concerned; each pair
// sends one message. Global indices are from 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "exec/array.hpp"

namespace groundswell {

class CellTransfer {
 public:
  // From `owned` cells in that order to blocks (make_block of files/parallel_file.hpp). Throws Error on all
  // ranks where a cell of 0 .. n_global-1 has no owner or two. Collective.
  static CellTransfer to_blocks(const Communicator& communicator, std::span<const std::int64_t> owned,
                                std::int64_t n_global);
  // From blocks to `wanted` cells in that order. Collective.
  static CellTransfer from_blocks(const Communicator& communicator, std::span<const std::int64_t> wanted,
                                  std::int64_t n_global);

  std::size_t n_from() const { return n_from_; }
  std::size_t n_to() const { return n_to_; }
  // `from` has n_from() values, `to` gets n_to(). `communicator` must be that of the plan. Collective.
  void move(const Communicator& communicator, View<const float> from, View<float> to);

 private:
  // Places in `from` or `to` of the values sent to or received from one rank, in the order of the message.
  struct Message {
    int rank = 0;
    std::vector<int> places;
    std::vector<float> values;
  };

  CellTransfer() = default;
  std::size_t n_from_ = 0, n_to_ = 0;
  std::vector<Message> sends_, receives_;
};

}  // namespace groundswell
