// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <thread>

#include "files/crash_guard.hpp"

namespace groundswell {
namespace {

// Uses `seconds` of CPU time of this thread.
void work(double seconds) {
  const auto used = [] {
    struct timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = used();
  while (used() - start < seconds) {
  }
}

TEST(CrashGuard, TurnsACrashIntoASentence) {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT})
    EXPECT_EXIT(
        {
          const CrashGuard guard("a.nc");
          { const CrashGuard inner("b.nc"); }
          std::raise(number);
        },
        testing::ExitedWithCode(1), "^error: 'a.nc' is damaged.*\n$");
}

TEST(CrashGuard, LeavesTheCrashOfAnotherThreadAsItIs) {
  const auto crash_beside = [] {
    const CrashGuard guard("a.nc");
    std::thread([] { std::raise(SIGSEGV); }).join();
  };
  EXPECT_EXIT(crash_beside(), testing::KilledBySignal(SIGSEGV), "^$");
}

TEST(CrashGuard, OneThreadHasOneAtATime) {
  bool has_ended = false;
  std::thread other;
  {
    const CrashGuard guard("a.nc");
    other = std::thread([&] {
      const CrashGuard second("b.nc");
      EXPECT_TRUE(has_ended);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    has_ended = true;
  }
  other.join();
}

TEST(CrashGuard, EndsWithItsScope) {
  EXPECT_EXIT(
      {
        std::signal(SIGFPE, [](int) { _exit(3); });
        { const CrashGuard guard("a.nc"); }
        std::raise(SIGFPE);
      },
      testing::ExitedWithCode(3), "^$");
}

TEST(CrashGuard, EndsAHeaderThatTakesTooLong) {
  EXPECT_EXIT(
      {
        const CrashGuard guard("a.nc", 0.1);
        { const CrashGuard inner("b.nc"); }
        { const CrashGuard inner("c.nc", 10.0); }
        work(10.0);
      },
      testing::ExitedWithCode(1), "^error: 'a.nc' is damaged.*more than 0.1 s.*\n$");
  EXPECT_EXIT(
      {
        const CrashGuard guard("a.nc", 10.0);
        const CrashGuard inner("b.nc", 0.1);
        std::thread(work, 0.3).join();  // the work of another thread does not count ...
        work(10.0);                     // ... and does not keep the signal away
      },
      testing::ExitedWithCode(1), "^error: 'b.nc' is damaged.*more than 0.1 s.*\n$");
}

TEST(CrashGuard, CountsOnlyTheWorkOfItsThread) {
  const CrashGuard guard("a.nc", 0.1);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // as with a slow disk
  std::thread(work, 0.2).join();
}

TEST(CrashGuard, LimitsNothingAfterItsScope) {
  { const CrashGuard guard("a.nc", 0.1); }
  const CrashGuard guard("b.nc");
  work(0.2);
}

}  // namespace
}  // namespace groundswell
