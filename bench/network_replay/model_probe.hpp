// SPDX-License-Identifier: Apache-2.0
// The results of `groundswell network probe` on a modelled network under the load of other jobs, on which
// the choice of nodes is based.
#pragma once

#include <cstdint>
#include <span>

#include "bench/network_replay/exchange_replay.hpp"
#include "network/distance_matrix.hpp"

namespace groundswell {

struct ModelProbe {
  double bytes = 65536.0;     // size of the message
  bool is_in_rounds = false;  // measure all pairs of a tournament round at once, not one pair at a time
  double noise = 0.03;  // measured times are longer by up to this fraction, at random; the same on each call
};

// Time [s] of a message between each pair of these nodes.
DistanceMatrix probe_modelled_network(const ModelledNetwork& network, std::span<const int> nodes,
                                      const ModelProbe& probe, const ExchangeCosts& costs);

}  // namespace groundswell
