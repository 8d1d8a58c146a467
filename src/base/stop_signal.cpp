// SPDX-License-Identifier: Apache-2.0
// A signal handler can only use global variables: hence those here and in files/crash_guard.cpp.
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
}

}  // namespace

StopSignal::StopSignal() {
  signal_received = 0;
  for (const int number : {SIGUSR1, SIGUSR2}) std::signal(number, remember_signal);
}

void StopSignal::catch_ends() {
  for (const int number : {SIGTERM, SIGINT}) std::signal(number, remember_signal);
  struct sigaction now = {};
  if (::sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler != SIG_IGN)  // nohup ignores it
    std::signal(SIGHUP, remember_signal);
}

StopSignal::~StopSignal() {
  for (const int number : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) std::signal(number, SIG_DFL);
  struct sigaction now = {};
  if (::sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == remember_signal)
    std::signal(SIGHUP, SIG_DFL);
}

int StopSignal::received() const {
  return signal_received;
}

}  // namespace groundswell
