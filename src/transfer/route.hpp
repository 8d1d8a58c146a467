// SPDX-License-Identifier: Apache-2.0
// The route of all cells from the source's processes to the target's through a butterfly: a chain of
// decompositions 0 .. n_link-1 of the same cells. Link 0 is the source, the last link the target. Link 1 is
// the mapping of the source onto the kernel, 2^k processes, and the next k links are the stages s = 1 .. k of
// the butterfly; stage s exchanges between kernel processes r and r XOR 2^(s-1): after it, cells are on
// kernel processes whose numbers agree in the lowest s bits with those of their final kernel processes.
//
// Inner links at which no block has moved, or every block has reached its target, are dropped from the start.
// Any other inner link may be left out too; the links before and after it then exchange directly. Cells move
// in blocks; a block is all cells that go from one source process to one target process. Which process holds
// a block at a link does not depend on which links are left out, so a rank that knows its blocks at each link
// can make any plan without communication. Reference: Zhang et al. 2016 (butterfly_mapping.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "comm/sparse_exchange.hpp"
#include "transfer/cell_pairs.hpp"

namespace groundswell {

// The cells that go from one source process to one target process; `source` and `target` are their ranks.
struct RouteBlock {
  int source = 0, target = 0;
  std::int64_t n_row = 0;
};

class Route {
 public:
  // If `by_butterfly` is false, the chain has only its two ends. Memory and messages grow with the number of
  // processes and with the blocks that pass through this one. Collective.
  Route(SparseExchange& exchange, CellPairs pairs, bool by_butterfly);

  const CellPairs& pairs() const { return pairs_; }
  int rank() const { return rank_; }
  int n_link() const { return int(held_.size()); }
  // The links between the ends, which a plan may keep or leave out.
  int n_inner_link() const { return n_link() - 2; }
  // The rank that holds a block at a link.
  int holder(int link, const RouteBlock& block) const;
  // The blocks that this rank holds at a link, by ascending source and target.
  const std::vector<RouteBlock>& held(int link) const { return held_[std::size_t(link)]; }

 private:
  void map_sides(const Communicator& communicator);
  void follow_blocks(SparseExchange& exchange);
  void drop_idle_links(const Communicator& communicator);

  CellPairs pairs_;
  int rank_;
  std::vector<int> level_of_;                       // for each link, its index before any were dropped
  std::vector<int> kernel_ranks_;                   // the rank of each kernel process
  std::vector<int> source_kernel_, target_kernel_;  // [rank] kernel process; 0 if not on that side
  std::vector<std::vector<RouteBlock>> held_;       // [n_link]
};

}  // namespace groundswell
