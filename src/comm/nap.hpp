// SPDX-License-Identifier: Apache-2.0
// Waiting for another process without taking the core from a process that computes: MPI's own waits spin.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/stopwatch.hpp"

namespace groundswell {

// Polls until done() is true, at first every 20 us, then less often, finally every millisecond.
template <class Done>
void nap_until(Done&& done) {
  using namespace std::chrono_literals;
  auto nap = std::chrono::microseconds(20us);
  while (!done()) {
    std::this_thread::sleep_for(nap);
    nap = std::min(nap + nap / 4, std::chrono::microseconds(1ms));
  }
}

// As above, for at most `seconds`; returns whether done() is true.
template <class Done>
bool nap_until(double seconds, Done&& done) {
  const Stopwatch waiting;
  bool is_done = false;
  nap_until([&] { return (is_done = done()) || waiting.seconds() > seconds; });
  return is_done;
}

}  // namespace groundswell
