// SPDX-License-Identifier: Apache-2.0
// Whether the network of a run is still what it was measured to be (parallel.network_watch): between steps
// some pairs of nodes are measured anew, in a small share of the time.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "probe/network_watch.hpp"

namespace groundswell {

// "1.20 times as long as `before` (median); ...", for sentences. Precondition: a pair has new values.
std::string compare_times(const NetworkDrift& drift, const NetworkModel& model, const std::string& before);

class DriftWatch {
 public:
  static constexpr double largest_share = 0.005;  // of the time since it was made

  // `file` was written by groundswell network probe; without one nothing is watched. `clock` gives seconds
  // since the start, read on the first rank. Throws Error on all ranks for a file that is no such file, and
  // for one that lacks a node of these ranks. Collective.
  DriftWatch(const Communicator& communicator, const std::filesystem::path& file, const Log& log,
             const WatchSettings& settings = {}, std::function<double()> clock = {});

  bool is_on() const { return watch_ != nullptr; }
  // Measures the next pair, or some if they are fast, if there is time for it, and says in the log how far
  // the network has drifted when all pairs have been measured once more. A pair that does not answer ends the
  // watch with a warning. Collective.
  void look();
  // At the end of the run: what was measured, and in which share of the time. Collective.
  void say_report();

 private:
  std::string describe_drift() const;

  const Communicator& communicator_;
  std::string file_;
  const Log& log_;
  std::function<double()> clock_;
  std::unique_ptr<NetworkWatch> watch_;
  NetworkModel known_;
  int n_measured_ = 0;               // pairs, both ways
  double pair_seconds_ = 0.0;        // [s] that one look may measure: enough for a pair
  double spent_ = 0.0, next_ = 0.0;  // [s] so far, and as the next look is expected to take
};

}  // namespace groundswell
