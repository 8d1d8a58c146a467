// SPDX-License-Identifier: Apache-2.0
// Whole coupled runs on a simulated cluster: the busy loops of `groundswell-bench coupled`, with simulated
// computing, by the methods p2p and adaptive, with both orders of the two transfers: "in_turn", that back
// after that there has ended, and "at_once".
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

struct CoupledReplayOptions {
  std::string machine;
  std::size_t wire_bytes = 0;      // as in SimulatedTransfer
  int n_step = 1;                  // coupling steps of a run
  std::vector<double> imbalances;  // see load_factor(); with none, p2p alone is timed and nothing is run
  // With each of these a run is made for each order and imbalance:
  std::vector<double> computing;  // [s] per coupling step on all processes of a component
  std::vector<double> shares;     // of the exchange with p2p in a step of balanced components
  std::vector<double> gains;      // of a balanced run with adaptive over p2p; left out if none reaches it
};

// All processes get the same report: for each method the time of an exchange both ways and its messages; for
// each run the time of a step, waiting, the share of the exchange that computing does not hide, and the gain.
// Collective.
nlohmann::ordered_json replay_coupled(const Communicator& world, const CoupledReplayOptions& options);

}  // namespace groundswell
