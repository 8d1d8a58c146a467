// SPDX-License-Identifier: Apache-2.0
// There are few timers (about one per line of the outline of the time step in ARCHITECTURE.md), so a linear
// search by name is enough.
#include "base/timers.hpp"

#include <ctime>

namespace groundswell {

void Timers::add(std::string_view name, double seconds, double cpu_seconds) {
  for (Timing& timing : timings_) {
    if (timing.name == name) {
      timing.seconds += seconds;
      timing.cpu_seconds += cpu_seconds;
      ++timing.calls;
      return;
    }
  }
  timings_.push_back({std::string(name), seconds, cpu_seconds, 1});
}

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace groundswell
