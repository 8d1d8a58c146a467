// SPDX-License-Identifier: Apache-2.0
// Predicts the cost of an exchange on a measured network. The model:
// * A message between two nodes takes the time measured for its size; sizes in between as in
//   NetworkModel::seconds(). Messages inside a node cost nothing.
// * A node sends its messages one after another and, at the same time, receives its messages one after
//   another: its time is the larger of the two sums.
// * The exchange takes as long as its slowest node.
// * If times under load were measured, they replace those of a quiet network, since all nodes communicate at
//   the same time; the contention is the ratio of the two results.
// Not modelled are links shared by several pairs of nodes (beyond what the times under load show), the order
// of messages, and waiting for other nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/network_model.hpp"

namespace groundswell {

struct ExchangePrediction {
  double seconds = 0.0;              // of the exchange
  int slowest = -1;                  // the slowest node; -1 if no message goes between nodes
  double sum = 0.0;                  // [s] of all messages between nodes
  double contention = 1.0;           // seconds / seconds without load
  std::int64_t n_message = 0;        // between nodes
  std::int64_t most_messages = 0;    // the largest number to and from one node
  std::vector<double> node_seconds;  // for each place of the network
};

// A link is a message whose weight is in bytes. `node_of_rank` are places of the network. `under_load` may
// have no places, values of some pairs only, or fewer sizes. Throws Error if a link names a rank that does
// not exist or has a negative weight, a node is not in the network, a pair was not measured, or the two
// networks have different places.
ExchangePrediction predict_exchange(std::span<const RankLink> links, std::span<const int> node_of_rank,
                                    const NetworkModel& between, const NetworkModel& under_load = {});

}  // namespace groundswell
