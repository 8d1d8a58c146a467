// SPDX-License-Identifier: Apache-2.0
// Once woken the thread polls immediately, then less and less often, and sleeps when nothing is in
// flight.
#include "transport/progress_thread.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace groundswell {

ProgressThread::ProgressThread(std::function<bool()> progress)
    : progress_(std::move(progress)), thread_([this] {
        try {
          drive();
        } catch (...) {
          const std::lock_guard lock(mutex_);
          failure_ = std::current_exception();
        }
      }) {}

ProgressThread::~ProgressThread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ProgressThread::wake() {
  const std::lock_guard lock(mutex_);
  has_new_ = true;
  changed_.notify_all();
}

bool ProgressThread::is_under_way() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  return is_under_way_ || has_new_;
}

void ProgressThread::drive() {
  using namespace std::chrono_literals;
  constexpr auto shortest = std::chrono::microseconds(20us), longest = std::chrono::microseconds(1ms);
  auto nap = shortest;
  std::unique_lock lock(mutex_);
  while (true) {
    const auto is_woken = [this] { return ends_ || has_new_; };
    if (is_under_way_)
      changed_.wait_for(lock, nap, is_woken);
    else
      changed_.wait(lock, is_woken);
    if (ends_) return;
    nap = std::exchange(has_new_, false) ? shortest : std::min(nap + nap / 4, longest);
    is_under_way_ = true;
    lock.unlock();
    const bool is_under_way = progress_();
    lock.lock();
    is_under_way_ = is_under_way;
  }
}

}  // namespace groundswell
