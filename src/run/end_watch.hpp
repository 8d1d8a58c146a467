// SPDX-License-Identifier: Apache-2.0
// Whether a run is to end before its end: by a signal, or because time runs out.
#pragma once

#include <cstdint>
#include <string>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

enum class Told {
  nothing,
  to_go_on_later,  // by SIGUSR1, SIGUSR2 or the limit: with a restart
  to_end,          // by SIGTERM, SIGINT (Ctrl-C) or SIGHUP
};

class EndWatch {
 public:
  // The limit [s] counts from `since_start`; 0 = none. The references must live as long.
  EndWatch(std::int64_t limit, const Stopwatch& since_start, StopSignal& signal)
      : signal_(signal), limit_(limit), since_start_(since_start) {}

  // From now on SIGTERM, Ctrl-C and SIGHUP are looked for too; before, they end the program at once.
  void catch_ends() { signal_.catch_ends(); }
  void start_step() { since_step_ = Stopwatch(); }
  // After each step. A signal reaches each rank at a different time, but all get one answer; the clock is
  // that of the first rank. It leaves time for one more step and for a restart that takes `restart_seconds`.
  // Collective.
  Told look(const Communicator& communicator, double restart_seconds);
  // Before a step, while the run waits for what it needs; that time counts for no step. Collective.
  Told look_while_waiting(const Communicator& communicator, double restart_seconds);
  // Before the run begins, whatever the time: a run makes at least one step. Collective.
  Told look_for_signal(const Communicator& communicator);
  // Ends the run because the one that it is nested in has ended.
  Told end_with_larger_run();
  // What the answer came from: "SIGUSR1".
  std::string why() const;

 private:
  Told agree(const Communicator& communicator, std::int64_t why);

  StopSignal& signal_;
  std::int64_t limit_, why_ = 0;
  const Stopwatch& since_start_;
  Stopwatch since_step_;
  double longest_step_ = 0.0;
};

}  // namespace groundswell
