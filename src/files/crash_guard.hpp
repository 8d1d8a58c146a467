// SPDX-License-Identifier: Apache-2.0
// The netCDF library crashes on some damaged netCDF-4 files, and never returns from the headers of others
// (classic files are checked before the library opens them). While a guard lives, a crash, or a use of more
// CPU time than the guard allows, ends the program with a message that names the file. Crashes of threads
// without a guard are not affected.
#pragma once

#include <array>
#include <csignal>
#include <ctime>
#include <optional>
#include <string>

#include "files/netcdf_lock.hpp"

namespace groundswell {

class CrashGuard {
 public:
  // Far more CPU time than reading any header takes; waiting for a slow disk and other threads do not count.
  static constexpr double header_limit = 10.0;  // [s]

  // Waits until no other thread has a guard; guards may be nested in one thread. cpu_limit: CPU time [s] that
  // this thread may use while the guard lives; 0 for no limit.
  explicit CrashGuard(const std::string& path, double cpu_limit = 0.0);
  ~CrashGuard();
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;

 private:
  void start_timer(double cpu_limit);

  static constexpr std::array<int, 4> signals_{SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  static constexpr int timer_signal_ = SIGVTALRM;

  NetcdfLock lock_;
  std::string crashes_, hangs_;  // sentences
  const std::string *outer_crashes_, *outer_hangs_;
  std::array<struct sigaction, 4> outer_actions_;
  struct sigaction outer_timer_action_ = {};
  std::optional<timer_t> timer_;
};

}  // namespace groundswell
