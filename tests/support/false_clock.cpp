// SPDX-License-Identifier: Apache-2.0
// The program's own std::chrono::steady_clock::now() replaces that of the C++ library.
#include "support/false_clock.hpp"

#include <time.h>

#include <atomic>
#include <chrono>

namespace {

using std::chrono::steady_clock;

std::atomic<bool> stands_still = false;
std::atomic<steady_clock::rep> false_time = 0;

steady_clock::rep true_time() {
  struct timespec now {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * steady_clock::rep(1000000000) + now.tv_nsec;
}

}  // namespace

steady_clock::time_point steady_clock::now() noexcept {
  return time_point(duration(stands_still ? false_time.load() : true_time()));
}

namespace groundswell::test {

FalseClock::FalseClock() {
  false_time = true_time();
  stands_still = true;
}

FalseClock::~FalseClock() {
  stands_still = false;
}

void FalseClock::pass(double seconds) {
  false_time += steady_clock::rep(seconds * 1e9);
}

}  // namespace groundswell::test
