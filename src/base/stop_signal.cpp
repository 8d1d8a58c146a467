// SPDX-License-Identifier: Apache-2.0
// A signal handler can only use global variables; only this file and files/crash_guard.cpp have any that
// change.
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
}
}

}  // namespace

StopSignal::StopSignal() {
  signal_received = 0;
  for (const int number : {SIGUSR1, SIGUSR2}) std::signal(number, remember_signal);
}

void StopSignal::catch_ends() {
  for (const int number : {SIGTERM, SIGINT}) std::signal(number, remember_signal);
}

StopSignal::~StopSignal() {
  for (const int number : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) std::signal(number, SIG_DFL);
}

int StopSignal::received() const {
  return signal_received;
}

}  // namespace groundswell
