// SPDX-License-Identifier: Apache-2.0
// The netCDF library crashes on some damaged netCDF-4 files (classic ones are checked before it opens them).
// While a guard lives, a crash ends the program with a message that names the file.
#pragma once

#include <array>
#include <csignal>
#include <string>

namespace groundswell {

class CrashGuard {
 public:
  // Guards may be nested, but only in one thread.
  explicit CrashGuard(const std::string& path);
  ~CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;

 private:
  static constexpr std::array<int, 4> signals_{SIGSEGV, SIGBUS, SIGFPE, SIGABRT};

  std::string sentence_;
  const std::string* outer_sentence_;
  std::array<struct sigaction, 4> outer_actions_;
};

}  // namespace groundswell
