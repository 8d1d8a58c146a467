// SPDX-License-Identifier: Apache-2.0
// A signal handler can only use global variables: hence the globals here and in files/crash_guard.cpp.
#include "base/stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace groundswell {
namespace {

volatile std::sig_atomic_t signal_received = 0;

extern "C" {
static void remember_signal(int number) {
  signal_received = number;
  const bool ends = number == SIGTERM || number == SIGINT;
  std::signal(number, ends ? SIG_DFL : remember_signal);
  if (number == SIGHUP) std::signal(SIGPIPE, SIG_IGN);  // the reader of the run's output may be gone
}

// A SIGPIPE means that the process that reads the run's output has ended. If that is because the terminal was
// closed, the SIGHUP from the terminal may still be pending, as the system delivers signals for one thread,
// such as SIGPIPE, before those for the whole process; the run then goes on until it can stop between two
// steps.
static void end_unless_hung_up(int number) {
  sigset_t pending;
  if (signal_received == SIGHUP || (::sigpending(&pending) == 0 && ::sigismember(&pending, SIGHUP) == 1))
    return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}
}

bool has_handler(int number, void (*handler)(int)) {
  struct sigaction now = {};
  return ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == handler;
}

void restore_default(int number, void (*handler)(int)) {
  if (has_handler(number, handler)) std::signal(number, SIG_DFL);
}

}  // namespace

StopSignal::StopSignal() {
  signal_received = 0;
  for (const int number : {SIGUSR1, SIGUSR2}) std::signal(number, remember_signal);
}

void StopSignal::catch_ends() {
  for (const int number : {SIGTERM, SIGINT}) std::signal(number, remember_signal);
  if (has_handler(SIGHUP, SIG_IGN)) return;  // set by nohup
  std::signal(SIGHUP, remember_signal);
  if (has_handler(SIGPIPE, SIG_DFL)) std::signal(SIGPIPE, end_unless_hung_up);
}

StopSignal::~StopSignal() {
  for (const int number : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) std::signal(number, SIG_DFL);
  restore_default(SIGHUP, remember_signal);
  restore_default(SIGPIPE, end_unless_hung_up);
}

int StopSignal::received() const {
  return signal_received;
}

}  // namespace groundswell
