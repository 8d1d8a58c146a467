// SPDX-License-Identifier: Apache-2.0
// The messages of one halo exchange, and their traffic between nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "apps/part_pairs.hpp"

namespace groundswell {

struct LoadMessage {
  int from = 0, to = 0;  // ranks
  std::int64_t bytes = 0;
};

struct ExchangeLoad {
  std::vector<int> node_of_rank;
  std::vector<LoadMessage> messages;  // sorted by from, then by to

  int n_rank() const { return int(node_of_rank.size()); }
  bool is_near(const LoadMessage& message) const {
    return node_of_rank[std::size_t(message.from)] == node_of_rank[std::size_t(message.to)];
  }
};

// The messages of halos of `n_ring` rings, 1 or 2, with `cell_bytes` per cell; part p runs on
// node_of_part[p]. Throws Error for any other number of rings.
ExchangeLoad make_load(const PartPairs& pairs, int n_ring, std::int64_t cell_bytes,
                       std::vector<int> node_of_part);

struct LoadCount {
  std::int64_t messages = 0, bytes = 0;          // in total
  std::int64_t far_messages = 0, far_bytes = 0;  // between nodes
  std::int64_t node_pairs = 0;                   // ordered pairs of nodes with at least one message
  std::int64_t most_node_bytes = 0;              // through the busiest node's link, one way
};
LoadCount count_load(const ExchangeLoad& load);

}  // namespace groundswell
