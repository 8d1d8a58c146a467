// SPDX-License-Identifier: Apache-2.0
// Timers of wall-clock and CPU time, with names such as "halo.pack"; ARCHITECTURE.md has most of them in its
// outline of the time step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.hpp"

namespace groundswell {

struct Timing {
  std::string name;
  double seconds = 0.0;
  double cpu_seconds = 0.0;  // of the timed thread, not of the whole process
  std::int64_t calls = 0;
};

class Timers {
 public:
  // In the order of the first calls of add(): a timer that encloses others comes after them.
  const std::vector<Timing>& timings() const { return timings_; }
  void add(std::string_view name, double seconds, double cpu_seconds);

 private:
  std::vector<Timing> timings_;
};

// CPU time of the calling thread [s], which other programs on the machine hardly affect.
double thread_cpu_seconds();

// Adds the time from its construction to its destruction to the timer of that name.
class ScopedTimer {
 public:
  ScopedTimer(Timers& timers, std::string_view name) : timers_(timers), name_(name) {}
  ~ScopedTimer() { timers_.add(name_, stopwatch_.seconds(), thread_cpu_seconds() - cpu_start_); }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  Timers& timers_;
  std::string_view name_;
  Stopwatch stopwatch_;
  double cpu_start_ = thread_cpu_seconds();
};

}  // namespace groundswell
