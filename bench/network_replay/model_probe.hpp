// SPDX-License-Identifier: Apache-2.0
// What `groundswell network probe` would find on a modelled network, with the load that other jobs put on it:
// the only thing that choices of nodes on it may know.
#pragma once

#include <cstdint>
#include <span>

#include "bench/network_replay/exchange_replay.hpp"
#include "network/distance_matrix.hpp"

namespace groundswell {

struct ModelProbe {
  double bytes = 65536.0;     // of the message
  bool is_in_rounds = false;  // all pairs of a round of the tournament at once, instead of a pair by itself
  double noise = 0.03;        // measured times are up to so much longer, at random; the same on each call
};

// Seconds of a message between every two of these nodes.
DistanceMatrix probe_modelled_network(const ModelledNetwork& network, std::span<const int> nodes,
                                      const ModelProbe& probe, const ExchangeCosts& costs);

}  // namespace groundswell
