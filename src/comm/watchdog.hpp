// SPDX-License-Identifier: Apache-2.0
// For calls that may hang forever: a thread that acts when a deadline passes. Libraries only report a hang;
// whether it ends the program is up to the caller.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace groundswell {

// What to do if an MPI call hangs.
struct HangWatch {
  double seconds = 60.0;  // after which a call counts as hung
  // Called on a thread of its own, beside the one that hangs: it must neither use MPI nor throw. `sentence`
  // says which call hangs and what to do; `is_first` is true on one of the waiting ranks. If `on_hang` is
  // empty, there is no watchdog.
  std::function<void(const std::string& sentence, bool is_first)> on_hang;
};

class Watchdog {
 public:
  // Calls `act` on a thread of its own unless this object is destroyed within `seconds`. If `act` is empty,
  // no thread is started.
  Watchdog(double seconds, std::function<void()> act);
  // As above, with the deadline and action of `watch`.
  Watchdog(const HangWatch& watch, const std::string& sentence, bool is_first);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace groundswell
