// SPDX-License-Identifier: Apache-2.0
// The network measured again in part, while an application runs: a few pairs in each call.
#pragma once

#include <cstddef>

#include "network/network_model.hpp"
#include "probe/probe_crew.hpp"

namespace groundswell {

struct WatchSettings {
  std::string places = "nodes";  // as the model was probed
  int repetitions = 5;
  double weight = 0.25;          // of new values against old ones
  double answer_seconds = 10.0;  // a process that is silent for so long is named
};

class NetworkWatch {
 public:
  // Collective. Throws Error where the model is of other places than these ranks are on.
  NetworkWatch(const Communicator& communicator, NetworkModel known, const WatchSettings& settings);

  // Measures the next pairs for about so many seconds, at least one pair, one after another, and updates the
  // model with them. Returns how far the new values are from the old ones, the same on all ranks. Ranks that
  // do not measure sleep meanwhile. Collective.
  NetworkDrift go_on(double seconds);

  const NetworkModel& model() const { return model_; }  // the same on all ranks
  // How often all pairs were measured.
  int n_turn() const { return n_turn_; }

 private:
  void measure_pair(std::vector<Measurement>& found, double seconds);

  ProbeCrew crew_;
  NetworkModel model_;
  WatchSettings settings_;
  std::vector<ProbeStep> pairs_;
  std::size_t next_ = 0;
  int n_turn_ = 0;
};

}  // namespace groundswell
