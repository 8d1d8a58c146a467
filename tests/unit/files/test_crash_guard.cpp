// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include "files/crash_guard.hpp"

namespace groundswell {
namespace {

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

TEST(CrashGuard, EndsWithItsScope) {
  EXPECT_EXIT(
      {
        std::signal(SIGFPE, [](int) { _exit(3); });
        { const CrashGuard guard("a.nc"); }
        std::raise(SIGFPE);
      },
      testing::ExitedWithCode(3), "^$");
}

}  // namespace
}  // namespace groundswell
