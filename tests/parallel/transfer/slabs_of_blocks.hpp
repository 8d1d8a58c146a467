// SPDX-License-Identifier: Apache-2.0
// Rows that come to contiguous blocks of the grid slab by slab, at most two slabs at a time.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "support/parallel_world.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell::test {

class SlabsOfBlocks {
 public:
  // `from` has the rows of this rank's cells, `own`; this rank wants those of `block`.
  SlabsOfBlocks(const Decomposition& own, const Block& block, std::vector<ConstCellRows> from,
                std::int64_t slab_bytes)
      : block_(block),
        from_(std::move(from)),
        slabs_(divide_into_slabs(world().max(block.size()), bytes_per_cell(from_), slab_bytes)),
        exchange_(make_exchange(own)) {}

  std::int64_t n_slab() const { return slabs_.count; }
  std::int64_t slab_rows() const { return slabs_.rows; }
  Block slab(std::int64_t number) const {
    const std::int64_t begin = std::min(block_.end, block_.begin + number * slabs_.rows);
    return {begin, std::min(block_.end, begin + slabs_.rows)};
  }
  std::vector<std::size_t> leaving(std::int64_t number) const {
    return exchange_.plan().leaving(int(number));
  }
  void start(std::int64_t number) {
    exchange_.prepare({{int(number), from_}});
    exchange_.start();
  }
  void finish(const std::vector<CellRows>& to) {
    exchange_.finish();
    exchange_.copy_all(0, to);
  }
  std::int64_t bytes() const { return exchange_.message_bytes(); }

 private:
  PacketExchange make_exchange(const Decomposition& own) const {
    PacketKind kind{"rows of blocks", {}, slabs_};
    for (const ConstCellRows& rows : from_) kind.fields.push_back({"", rows.length});
    const Decomposition wanted{own.n_global, numbers_of(block_)};
    return PacketExchange(world(), {kind}, {&own, 1}, {&wanted, 1}, 600.0, 2);
  }

  Block block_;
  std::vector<ConstCellRows> from_;
  Slabs slabs_;
  PacketExchange exchange_;
};

}  // namespace groundswell::test
