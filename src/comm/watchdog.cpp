// SPDX-License-Identifier: Apache-2.0
#include "comm/watchdog.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace groundswell {

Watchdog::Watchdog(double seconds, std::function<void()> act) {
  if (!act) return;
  constexpr double most = 1e9;  // [s], 30 years; clocks overflow after 292 years
  thread_ = std::thread([this, wait = std::min(seconds, most), act = std::move(act)] {
    std::unique_lock lock(mutex_);
    const bool in_time = told_.wait_for(lock, std::chrono::duration<double>(wait), [this] { return over_; });
    lock.unlock();
    if (!in_time) act();
  });
}

Watchdog::Watchdog(const HangWatch& watch, const std::string& sentence, bool is_first)
    : Watchdog(watch.seconds, watch.on_hang
                                  ? [act = watch.on_hang, sentence, is_first] { act(sentence, is_first); }
                                  : std::function<void()>()) {}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  told_.notify_one();
  thread_.join();
}

}  // namespace groundswell
