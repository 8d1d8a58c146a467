// SPDX-License-Identifier: Apache-2.0
// What a network file says, in words and tables.
#pragma once

#include <vector>

#include "network/network_file.hpp"
#include "placement/prediction_error.hpp"

namespace groundswell {

// Groups of places, latency and bandwidth within and between them, times of messages of this size,
// contention, and what was measured inside of nodes.
void print_network(const NetworkFile& file, double bytes);

void print_drift(const NetworkDrift& drift, const NetworkModel& model);

// How well the model predicts what was measured, by the size of messages, which may differ from its own.
void print_prediction(const std::vector<PredictionError>& errors, const NetworkModel& model);

}  // namespace groundswell
