// SPDX-License-Identifier: Apache-2.0
// A signal handler can only use global variables, and may call little except write and _exit.
#include "files/crash_guard.hpp"

#include <unistd.h>

#include "base/error.hpp"

namespace groundswell {
namespace {

const std::string* sentence = nullptr;

extern "C" void end_with_sentence(int) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, sentence->data(), sentence->size());
  _exit(1);
}

}  // namespace

CrashGuard::CrashGuard(const std::string& path)
    : sentence_(text("error: '", path,
                     "' is damaged: the netCDF library crashes when it reads the file; copy it or make it "
                     "again\n")),
      outer_sentence_(sentence) {
  sentence = &sentence_;
  struct sigaction action = {};
  action.sa_handler = end_with_sentence;
  for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &action, &outer_actions_[i]);
}

CrashGuard::~CrashGuard() {
  for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &outer_actions_[i], nullptr);
  sentence = outer_sentence_;
}

}  // namespace groundswell
