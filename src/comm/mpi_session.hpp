// SPDX-License-Identifier: Apache-2.0
// MPI from its start to its end: held by main() of a program and by nothing else.
#pragma once

#include <optional>
#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

enum class ThreadLevel { funneled, serialized, multiple };

class MpiSession {
 public:
  // Starts MPI unless it runs already (then it is left running at the end, too). Throws Error where MPI
  // cannot give the level of thread support.
  MpiSession(int& argc, char**& argv, ThreadLevel level = ThreadLevel::funneled);
  // Ends MPI; destroyed by an exception it does not, for that would wait for ranks that may never come.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  // All ranks of the program, under errors that return.
  const Communicator& world() const { return *world_; }

  // For the program's one catch: writes the message to stderr and ends all ranks with the exit code. Ranks
  // other than the first wait a moment, so that what all ranks found is said once.
  [[noreturn]] void abort(const std::string& message, int exit_code = 1) const;

 private:
  bool owner_ = false;
  int exceptions_ = 0;
  std::optional<Communicator> world_;
};

}  // namespace groundswell
