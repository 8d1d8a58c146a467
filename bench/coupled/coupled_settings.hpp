// SPDX-License-Identifier: Apache-2.0
// Settings of whole runs of two coupled components.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/transfer/transfer_cases.hpp"

namespace groundswell {

struct CoupledSettings {
  int n_field = gamil_fields;  // each way
  int n_step = 10;             // coupling steps of a run
  bool at_once = false;        // both transfers of an exchange are started before either is finished
  // Processor time [s] that a component computes per coupling step, on all of its n processes together. With
  // waves: of their partner; < 0: as much as the waves.
  double computing = -1.0;
  double imbalance = 0.05;  // see load_factor()
  std::string waves;        // a case file; empty: both components are busy loops
  std::vector<std::string> overrides;
  int every = 1;  // time steps of the waves per coupling step
  std::vector<std::string> methods{"p2p", "butterfly", "adaptive", "published_greedy"};
  int least = 9, most = 30;       // rounds, in each of which every method makes a run
  double widest_interval = 0.04;  // of the ratio of adaptive to p2p; rounds go on until it is narrower
};

// What a process computes in a coupling step, as a multiple of the mean: numbers between 1 - imbalance and 1
// + imbalance, without order over the processes of a component and over the steps.
inline double load_factor(double imbalance, int rank, std::int64_t step) {
  const double number = std::sin(12.9898 * (rank + 1) + 78.233 * double(step + 1)) * 43758.5453;
  return 1.0 + imbalance * (2.0 * (number - std::floor(number)) - 1.0);
}

}  // namespace groundswell
