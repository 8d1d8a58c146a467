// SPDX-License-Identifier: Apache-2.0
// Checks whether the network of a run still performs as measured before (parallel.network_watch): between
// steps some pairs of nodes are measured again, within a small fraction of the run time.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "probe/network_watch.hpp"

namespace groundswell {

// Describes, for use in a sentence, how long messages take compared with `model`: "1.20 times as long as
// `before` (median); ...". Precondition: the time of a pair differs (drift.from is not -1).
std::string compare_times(const NetworkDrift& drift, const NetworkModel& model, const std::string& before);

class DriftWatch {
 public:
  static constexpr double largest_share = 0.005;  // of the elapsed time, for measurements

  // `file` was written by groundswell network probe; if it is empty, nothing is watched. `clock` returns
  // seconds since the start; only its values on the first rank count. Throws Error on all ranks if the file
  // has another format, or lacks a node of these ranks or times between them. Collective.
  DriftWatch(const Communicator& communicator, const std::filesystem::path& file, const Log& log,
             const WatchSettings& settings = {}, std::function<double()> clock = {});

  bool is_on() const { return watch_ != nullptr; }
  // Measures the next pair, or several fast ones, if the time budget allows it, and logs how far the network
  // has drifted once all pairs have been re-measured. A pair that does not respond ends the watch with a
  // warning. Collective.
  void look();
  // Called at the end of the run: logs the number of measured pairs, their share of the time, and the drift.
  void say_report();

 private:
  std::string describe_drift() const;

  const Communicator& communicator_;
  std::string file_;
  const Log& log_;
  std::function<double()> clock_;
  std::unique_ptr<NetworkWatch> watch_;
  NetworkModel known_;
  int n_measured_ = 0;               // pairs, each in both directions
  double pair_seconds_ = 0.0;        // [s] for measurements in one look(): enough for one pair
  double spent_ = 0.0, next_ = 0.0;  // [s] spent on measurements, and expected for the next one
};

}  // namespace groundswell
