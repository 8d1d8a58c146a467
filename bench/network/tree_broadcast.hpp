// SPDX-License-Identifier: Apache-2.0
// A broadcast along a given tree of ranks: each rank receives a message from its parent and forwards it to
// its children. Long messages are sent in segments, so that a rank forwards one while it receives the next.
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
  // `parents` are the same on all ranks. `segment_bytes` is 0 if messages are not segmented. The communicator
  // must outlive this object. Throws Error for parents that do not form a tree of the communicator's ranks.
  TreeBroadcast(const Communicator& communicator, std::span<const int> parents, std::size_t segment_bytes);

  int root() const { return root_; }
  // In the order in which they are served: the child with the most ranks below it first.
  const std::vector<int>& children() const { return children_; }
  // Copies the root's bytes to the buffers of all ranks, which must have the same size. Collective.
  void run(std::span<std::byte> bytes) const;

 private:
  const Communicator& communicator_;
  std::size_t segment_bytes_;
  int root_, parent_;
  std::vector<int> children_;
};

}  // namespace groundswell
