// SPDX-License-Identifier: Apache-2.0
#include "run/end_watch.hpp"

#include <algorithm>
#include <csignal>

namespace groundswell {
namespace {

// Codes outside the range of signal numbers.
constexpr std::int64_t limit_reached = 1000, larger_run_ended = 1001;

}  // namespace

Told EndWatch::look(const Communicator& communicator, double restart_seconds) {
  longest_step_ = std::max(longest_step_, since_step_.seconds());
  const double needed = 1.5 * longest_step_ + 2.0 * restart_seconds + 1.0;
  const bool is_over =
      limit_ > 0 && communicator.rank() == 0 && since_start_.seconds() + needed > double(limit_);
  return agree(communicator, is_over ? limit_reached : received());
}

Told EndWatch::look_for_signal(const Communicator& communicator) {
  return agree(communicator, received());
}

Told EndWatch::agree(const Communicator& communicator, std::int64_t why) {
  why_ = communicator.max(why);
  if (why_ == 0) return Told::nothing;
  return why_ == SIGINT || why_ == SIGTERM || why_ == SIGHUP ? Told::to_end : Told::to_go_on_later;
}

Told EndWatch::look_while_waiting(const Communicator& communicator, double restart_seconds) {
  start_step();
  return look(communicator, restart_seconds);
}

Told EndWatch::end_with_larger_run() {
  why_ = larger_run_ended;
  return Told::to_go_on_later;
}

std::string EndWatch::why() const {
  switch (why_) {
    case larger_run_ended:
      return "the run that it is nested in has ended";
    case limit_reached:
      return "time.wall_clock_limit";
    case SIGINT:
      return "Ctrl-C";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    case SIGUSR1:
      return "SIGUSR1";
    default:
      return "SIGUSR2";
  }
}

}  // namespace groundswell
