// SPDX-License-Identifier: Apache-2.0
// Decides whether a run must stop before its end date: because of a signal, because the time limit is near,
// or because the larger run has ended.
#pragma once

#include <cstdint>
#include <string>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

enum class Told {
  nothing,
  // Because of SIGUSR1, SIGUSR2, the time limit or the end of the larger run: the run writes a restart first.
  to_go_on_later,
  to_end,  // because of SIGTERM, SIGINT (Ctrl-C) or SIGHUP
};

class EndWatch {
 public:
  // The limit [s] counts from `since_start`; 0 = none. All arguments must outlive this object; without a
  // `signal`, none is caught.
  EndWatch(std::int64_t limit, const Stopwatch& since_start, StopSignal* signal)
      : signal_(signal), limit_(limit), since_start_(since_start) {}

  // From now on SIGTERM, Ctrl-C and SIGHUP are also caught; until then they end the program immediately.
  void catch_ends() {
    if (signal_) signal_->catch_ends();
  }
  void start_step() { since_step_ = Stopwatch(); }
  // Called after each step. A signal reaches each rank at a different time, but all ranks get the same
  // answer; the clock is that of the first rank. The time limit counts as reached when the time left, less a
  // margin, is too short for one more step and for a restart that takes `restart_seconds`. Collective.
  Told look(const Communicator& communicator, double restart_seconds);
  // Called before a step while the run waits for its input; the waiting time does not count as part of a
  // step. Collective.
  Told look_while_waiting(const Communicator& communicator, double restart_seconds);
  // Called before the run begins. Ignores the time limit, as every run makes at least one step. Collective.
  Told look_for_signal(const Communicator& communicator);
  // Called if the larger run has ended: returns the answer that stops this run.
  Told end_with_larger_run();
  // The reason for the last answer, e.g. "SIGUSR1".
  std::string why() const;

 private:
  std::int64_t received() const { return signal_ ? signal_->received() : 0; }
  Told agree(const Communicator& communicator, std::int64_t why);

  StopSignal* signal_;
  std::int64_t limit_, why_ = 0;
  const Stopwatch& since_start_;
  Stopwatch since_step_;
  double longest_step_ = 0.0;
};

}  // namespace groundswell
