// SPDX-License-Identifier: Apache-2.0
// The content of a network file as text and tables.
#pragma once

#include <vector>

#include "network/network_file.hpp"
#include "placement/prediction_error.hpp"

namespace groundswell {

// Prints groups of places, latency and bandwidth within and between them, times of messages of `bytes` bytes,
// contention, and measurements within nodes.
void print_network(const NetworkFile& file, double bytes);

void print_drift(const NetworkDrift& drift, const NetworkModel& model);

// Prints how well the model predicts the measured values, by message size; the sizes may differ from the
// model's own.
void print_prediction(const std::vector<PredictionError>& errors, const NetworkModel& model);

}  // namespace groundswell
