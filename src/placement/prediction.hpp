// SPDX-License-Identifier: Apache-2.0
// What an exchange should cost on a network that was measured. The model, plainly:
// * A message between two nodes takes the time that was measured for its size; between messages of different
//   sizes as in NetworkModel::seconds(). Messages inside a node cost nothing.
// * A node sends its messages one after the other, and receives likewise, both at once: its time is the
// larger
//   of the two sums.
// * The exchange takes as long as its slowest node.
// * Where times under load were measured, they are used in place of those of a quiet network, since all nodes
//   talk at once; the contention is the ratio of the two results.
// It does not know of links that several pairs of nodes share, beyond what the times under load show, nor of
// the order of messages, nor of waiting for others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/network_model.hpp"

namespace groundswell {

struct ExchangePrediction {
  double seconds = 0.0;              // of the exchange
  int slowest = -1;                  // the node that takes so long; -1 where nothing crosses between nodes
  double sum = 0.0;                  // [s] of all messages between nodes
  double contention = 1.0;           // seconds over those without load
  std::int64_t n_message = 0;        // between nodes
  std::int64_t most_messages = 0;    // to and from one node
  std::vector<double> node_seconds;  // of each place of the network
};

// A link is a message; its weight is in bytes. Ranks lie on places of the network. `under_load` may have no
// places, values of some pairs only, or fewer sizes. Throws Error for links of ranks that do not exist, for
// nodes that are not in the network, and for pairs that were not measured.
ExchangePrediction predict_exchange(std::span<const RankLink> links, std::span<const int> node_of_rank,
                                    const NetworkModel& between, const NetworkModel& under_load = {});

}  // namespace groundswell
