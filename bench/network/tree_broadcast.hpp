// SPDX-License-Identifier: Apache-2.0
// A broadcast along a given tree of ranks: each rank takes a message from its parent and forwards it to its
// children. Long messages go in segments, so that a rank forwards one while the next is on its way.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// The root of a tree. Throws Error unless there is one root from which all ranks are reached.
int find_tree_root(std::span<const int> parents);

class TreeBroadcast {
 public:
  // `parents` are the same on all ranks. `segment_bytes` 0: in one piece. The communicator must live as long.
  // Throws Error for parents that are no tree of its ranks.
  TreeBroadcast(const Communicator& communicator, std::span<const int> parents, std::size_t segment_bytes);

  int root() const { return root_; }
  // The rank with the most ranks below it is served first.
  const std::vector<int>& children() const { return children_; }
  // Everybody's bytes become those of the root; all give as many.
  void run(std::span<std::byte> bytes) const;

 private:
  const Communicator& communicator_;
  std::size_t segment_bytes_;
  int root_, parent_;
  std::vector<int> children_;
};

}  // namespace groundswell
