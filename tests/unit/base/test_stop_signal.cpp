// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

#include "base/stop_signal.hpp"

namespace groundswell::test {
namespace {

// Raises SIGPIPE in this thread and, if `hung_up`, sends SIGHUP to the process. Both are blocked meanwhile,
// so that they arrive together.
void lose_the_reader(bool hung_up) {
  StopSignal stop;
  stop.catch_ends();
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGPIPE);
  sigaddset(&both, SIGHUP);
  sigprocmask(SIG_BLOCK, &both, nullptr);
  ::raise(SIGPIPE);
  if (hung_up) ::kill(::getpid(), SIGHUP);
  sigprocmask(SIG_UNBLOCK, &both, nullptr);
  std::_Exit(stop.received() == SIGHUP ? 0 : 1);
}

TEST(StopSignal, OutlivesTheReaderOfItsOutputIfTheTerminalCloses) {
  EXPECT_EXIT(lose_the_reader(true), testing::ExitedWithCode(0), "");
}

TEST(StopSignal, EndsWithTheReaderOfItsOutputOtherwise) {
  EXPECT_EXIT(lose_the_reader(false), testing::KilledBySignal(SIGPIPE), "");
}

}  // namespace
}  // namespace groundswell::test
