// SPDX-License-Identifier: Apache-2.0
// Preloaded, this replaces the steady clock of several processes by one that advances only at the calls that
// count (disk_calls.c), so that time does not depend on how busy the machine is. Environment variables:
//   SHARED_CLOCK      a file with a 64-bit number: the time [ns], at first that of the true clock
//   SECONDS_PER_CALL  the time that passes at a call
#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <cstdlib>

namespace {

using std::chrono::steady_clock;
using Time = std::atomic<steady_clock::rep>;

Time* shared_time() {
  static Time* const time = [] {
    const char* path = std::getenv("SHARED_CLOCK");
    if (path == nullptr) return static_cast<Time*>(nullptr);
    void* memory = ::mmap(nullptr, sizeof(Time), PROT_READ | PROT_WRITE, MAP_SHARED,
                          ::open(path, O_RDWR | O_CLOEXEC), 0);
    if (memory == MAP_FAILED) std::abort();
    return static_cast<Time*>(memory);
  }();
  return time;
}

}  // namespace

steady_clock::time_point steady_clock::now() noexcept {
  if (const Time* time = shared_time()) return time_point(duration(*time));
  struct timespec now {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
}

extern "C" void faults_pass_time() {
  if (Time* time = shared_time())
    *time += steady_clock::rep(1e9 * std::atof(std::getenv("SECONDS_PER_CALL")));
}
