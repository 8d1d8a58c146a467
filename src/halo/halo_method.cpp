// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_method.hpp"

#include <utility>

#include "base/stopwatch.hpp"

namespace groundswell {
namespace {

// Counts the time from its construction to its destruction as waiting, except for the time of copies made
// meanwhile.
class WaitTimer {
 public:
  explicit WaitTimer(Timers& timers) : timers_(timers), copies_(sum()), cpu_start_(thread_cpu_seconds()) {}
  ~WaitTimer() {
    const auto [seconds, cpu_seconds] = sum();
    timers_.add(halo_wait_timer, stopwatch_.seconds() - (seconds - copies_.first),
                thread_cpu_seconds() - cpu_start_ - (cpu_seconds - copies_.second));
  }
  WaitTimer(const WaitTimer&) = delete;
  WaitTimer& operator=(const WaitTimer&) = delete;

 private:
  std::pair<double, double> sum() const {
    std::pair<double, double> all{0.0, 0.0};
    for (const Timing& timing : timers_.timings())
      if (timing.name == halo_pack_timer || timing.name == halo_unpack_timer) {
        all.first += timing.seconds;
        all.second += timing.cpu_seconds;
      }
    return all;
  }

  Timers& timers_;
  std::pair<double, double> copies_;
  Stopwatch stopwatch_;
  double cpu_start_;
};

}  // namespace

void HaloMethod::finish() {
  const WaitTimer timer(context_.timers);
  context_.partners.wait_until([&] { return is_ready(); });
}

}  // namespace groundswell
