// SPDX-License-Identifier: Apache-2.0
// Concurrent messages between ranks on a modelled network. As in LogGP, a message costs its sender and its
// receiver an overhead, and has a latency; its bytes are a flow (flow_replay.hpp). Ranks of one node do not
// use the network: the receiver copies the message.
#pragma once

#include <span>
#include <vector>

#include "bench/network_replay/modelled_network.hpp"

namespace groundswell {

struct ExchangeCosts {
  double overhead = 0.5e-6;     // [s] of a rank per message sent or received
  double copy_bandwidth = 3e9;  // [B/s] at which a rank copies from another on its node
  double tolerance = 0.01;      // that of replay_flows()
};

struct ReplayMessage {
  int from = 0, to = 0;  // ranks
  double units = 1.0;    // size, in units of the `unit_bytes` given to ReplayedExchange's functions
};

// For each message: the time [s] that does not depend on the size of the unit, and the time per byte of the
// unit. The time covers the overheads of all messages that the sender sends, the latency and the flow of this
// message (within a node, instead: the copying of all messages to its receiver from the same node), and the
// overheads of all messages that the receiver receives.
struct ReplayedExchange {
  std::vector<double> fixed, per_byte;

  double seconds(double unit_bytes) const;  // until the last message has arrived; 0 without messages
  // For each rank, until the last message to it or from it has arrived.
  std::vector<double> rank_seconds(std::span<const ReplayMessage> messages, int n_rank,
                                   double unit_bytes) const;
};

// Rank i runs on node node_of_rank[i] of the network.
ReplayedExchange replay_exchange(const ModelledNetwork& network, std::span<const int> node_of_rank,
                                 std::span<const ReplayMessage> messages, const ExchangeCosts& costs);

}  // namespace groundswell
