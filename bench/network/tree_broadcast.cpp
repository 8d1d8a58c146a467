// SPDX-License-Identifier: Apache-2.0
#include "bench/network/tree_broadcast.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr int tag = 0;

// The number of ranks below each rank. Throws Error for parents that form a cycle.
std::vector<int> count_below(std::span<const int> parents) {
  const int n = int(parents.size());
  std::vector<int> below(parents.size(), 0);
  for (int rank = 0; rank < n; ++rank) {
    int n_step = 0;
    for (int above = parents[std::size_t(rank)]; above >= 0; above = parents[std::size_t(above)]) {
      ++below[std::size_t(above)];
      require(++n_step < n, "the parents of a broadcast lead from rank ", rank,
              " round in a ring; each rank must lead to the root");
    }
  }
  return below;
}

}  // namespace

int find_tree_root(std::span<const int> parents) {
  int root = -1;
  for (int rank = 0; rank < int(parents.size()); ++rank) {
    const int parent = parents[std::size_t(rank)];
    require(parent >= -1 && parent < int(parents.size()), "the parent of rank ", rank, " in a broadcast is ",
            parent, ", but there are ", parents.size(), " ranks; -1 stands for the root");
    if (parent >= 0) continue;
    require(root < 0, "ranks ", root, " and ", rank,
            " of a broadcast have no parent; give one to all but the root");
    root = rank;
  }
  require(root >= 0, "all ranks of a broadcast have a parent; give -1 to the root");
  count_below(parents);
  return root;
}

TreeBroadcast::TreeBroadcast(const Communicator& communicator, std::span<const int> parents,
                             std::size_t segment_bytes)
    : communicator_(communicator), segment_bytes_(segment_bytes), root_(find_tree_root(parents)) {
  require(int(parents.size()) == communicator.size(), "a broadcast was given parents of ", parents.size(),
          " ranks, but there are ", communicator.size());
  parent_ = parents[std::size_t(communicator.rank())];
  for (int rank = 0; rank < communicator.size(); ++rank)
    if (parents[std::size_t(rank)] == communicator.rank()) children_.push_back(rank);
  const std::vector<int> below = count_below(parents);
  std::ranges::stable_sort(children_, std::greater(), [&](int child) { return below[std::size_t(child)]; });
}

void TreeBroadcast::run(std::span<std::byte> bytes) const {
  const std::size_t size = segment_bytes_ == 0 ? std::max<std::size_t>(bytes.size(), 1) : segment_bytes_;
  std::vector<std::span<std::byte>> segments;
  for (std::size_t begin = 0; begin < bytes.size(); begin += size)
    segments.push_back(bytes.subspan(begin, std::min(size, bytes.size() - begin)));
  std::vector<Request> coming, leaving;
  if (parent_ >= 0)
    for (const auto segment : segments)
      coming.push_back(communicator_.start_receive_bytes(segment, parent_, tag));
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (parent_ >= 0) coming[i].wait();
    for (const int child : children_)
      leaving.push_back(communicator_.start_send_bytes(segments[i], child, tag));
  }
  Request::wait_all(leaving);
}

}  // namespace groundswell
