// SPDX-License-Identifier: Apache-2.0
// Completion times of concurrent messages on a network whose links they share fairly.
#pragma once

#include <span>
#include <vector>

#include "bench/network_replay/fair_shares.hpp"

namespace groundswell {

// Time [s] until the last byte of each flow has been sent, all having started at 0; 0 for a flow without
// bytes. Rates are recomputed whenever flows end. With a tolerance, one recomputation serves all flows that
// end within this fraction of the elapsed time after the first of them, and the remaining flows get their
// bandwidth correspondingly later. Results scale linearly with the bytes.
std::vector<double> replay_flows(const FlowRoutes& routes, std::span<const double> capacity,
                                 std::span<const double> bytes, double tolerance);

}  // namespace groundswell
