// SPDX-License-Identifier: Apache-2.0
// A signal handler can only use global variables, and may call little except write and _exit.
#include "files/crash_guard.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

pthread_t guarded_thread;  // valid while crash_sentence is set
const std::string* crash_sentence = nullptr;
const std::string* hang_sentence = nullptr;

void end_with(const std::string& sentence) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, sentence.data(), sentence.size());
  _exit(1);
}

extern "C" {
static void end_after_crash(int number) {
  if (pthread_equal(pthread_self(), guarded_thread)) end_with(*crash_sentence);
  std::signal(number, SIG_DFL);
  std::raise(number);
}

static void end_after_limit(int) {
  end_with(*hang_sentence);
}
}

}  // namespace

CrashGuard::CrashGuard(const std::string& path, double cpu_limit)
    : crashes_(text(
          "error: '", path,
          "' is damaged: the netCDF library crashes when it reads the file; copy it again or recreate it\n")),
      hangs_(text("error: '", path, "' is damaged: the netCDF library reads its header for more than ",
                  cpu_limit, " s without reaching its end; copy it again or recreate it\n")),
      outer_crashes_(crash_sentence),
      outer_hangs_(hang_sentence) {
  crash_sentence = &crashes_;
  guarded_thread = pthread_self();
  struct sigaction action = {};
  action.sa_handler = end_after_crash;
  for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &action, &outer_actions_[i]);
  if (cpu_limit > 0.0) start_timer(cpu_limit);
}

// If the system has no timer left, there is no limit.
void CrashGuard::start_timer(double cpu_limit) {
  struct sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = timer_signal_;
  timer_t timer;
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0) return;
  timer_ = timer;
  hang_sentence = &hangs_;
  struct sigaction action = {};
  action.sa_handler = end_after_limit;
  sigaction(timer_signal_, &action, &outer_timer_action_);
  const double seconds = std::floor(cpu_limit);
  struct itimerspec limit = {};
  limit.it_value.tv_sec = static_cast<time_t>(seconds);
  limit.it_value.tv_nsec = static_cast<long>(1e9 * (cpu_limit - seconds));
  timer_settime(timer, 0, &limit, nullptr);
}

CrashGuard::~CrashGuard() {
  if (timer_) {
    timer_delete(*timer_);
    sigaction(timer_signal_, &outer_timer_action_, nullptr);
  }
  for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &outer_actions_[i], nullptr);
  crash_sentence = outer_crashes_;
  hang_sentence = outer_hangs_;
}

}  // namespace groundswell
