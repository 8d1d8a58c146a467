// SPDX-License-Identifier: Apache-2.0
// The actions of one rank in a halo exchange, as a list of steps. The same list is replayed by
// schedule_replay.hpp and, as MPI calls, by a program on SimGrid's simulated clusters
// (bench/simgrid/halo/exchange.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace groundswell {

enum class StepKind {
  work,          // the core is busy for `seconds`
  post_receive,  // MPI_Irecv
  start_send,    // MPI_Isend
  send,          // MPI_Send
  wait           // MPI_Wait for the receive or the send of step `awaited`
};

struct ScheduleStep {
  StepKind kind = StepKind::work;
  int partner = -1;  // rank
  int tag = 0;
  int awaited = -1;
  std::int64_t bytes = 0;
  double seconds = 0.0;
};

class RankSchedule {
 public:
  const std::vector<ScheduleStep>& steps() const { return steps_; }
  void work(double seconds) { steps_.push_back({.kind = StepKind::work, .seconds = seconds}); }
  void send(int partner, std::int64_t bytes, int tag) { add(StepKind::send, partner, bytes, tag); }
  // post_receive() and start_send() return the number of the step, for wait().
  int post_receive(int partner, std::int64_t bytes, int tag) {
    return add(StepKind::post_receive, partner, bytes, tag);
  }
  int start_send(int partner, std::int64_t bytes, int tag) {
    return add(StepKind::start_send, partner, bytes, tag);
  }
  void wait(int step) { steps_.push_back({.kind = StepKind::wait, .awaited = step}); }

 private:
  int add(StepKind kind, int partner, std::int64_t bytes, int tag) {
    steps_.push_back({.kind = kind, .partner = partner, .tag = tag, .bytes = bytes});
    return int(steps_.size()) - 1;
  }

  std::vector<ScheduleStep> steps_;
};

}  // namespace groundswell
