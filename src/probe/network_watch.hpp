// SPDX-License-Identifier: Apache-2.0
// Repeats parts of the network measurement while an application runs: a few pairs in each call.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "network/network_model.hpp"
#include "probe/probe_crew.hpp"

namespace groundswell {

struct WatchSettings {
  PlaceKind places = PlaceKind::nodes;  // the kind of places in the model
  int repetitions = 5;
  double weight = 0.25;          // of new values; that of old values is 1 - weight
  double answer_seconds = 10.0;  // an error names a process that is silent for this long
};

class NetworkWatch {
 public:
  // Watches the places of these ranks in `known`, which error messages call `source`. Throws Error if `known`
  // lacks one of them, as a model of processes lacks nodes. Collective.
  NetworkWatch(const Communicator& communicator, const NetworkModel& known, const WatchSettings& settings,
               const std::string& source = "the network that was measured");

  // Measures the next pairs one after another for about this many seconds, at least one pair, and updates the
  // model. Returns how far the new values are from the old ones, the same on all ranks. Ranks that do not
  // measure sleep meanwhile. Collective.
  NetworkDrift go_on(double seconds);

  // The model of these ranks' places, in their order; the same on all ranks.
  const NetworkModel& model() const { return model_; }
  // How many times all pairs have been measured.
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
