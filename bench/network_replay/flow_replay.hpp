// SPDX-License-Identifier: Apache-2.0
// When messages that set off together have passed a network whose links they share fairly.
#pragma once

#include <span>
#include <vector>

#include "bench/network_replay/fair_shares.hpp"

namespace groundswell {

// Seconds until the last byte of each flow has been sent, all having begun at 0; 0 for a flow without bytes.
// Rates are computed anew whenever flows end. With a tolerance, those that end within that fraction of the
// time since the start after the first of them share one computation: what they leave is given to others that
// much later. Results grow in proportion to the bytes.
std::vector<double> replay_flows(const FlowRoutes& routes, std::span<const double> capacity,
                                 std::span<const double> bytes, double tolerance);

}  // namespace groundswell
