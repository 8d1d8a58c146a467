// SPDX-License-Identifier: Apache-2.0
// MPI from start to end: owned by a program's main() and by nothing else.
#pragma once

#include <optional>
#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

enum class ThreadLevel { funneled, serialized, multiple };

// Whether several threads of this process may call MPI at once, however it was started.
bool threads_may_share_mpi();

// Called before reporting an error that all ranks may have: ranks other than the first wait a moment, during
// which the first one's report ends them by SIGTERM.
void give_way(bool is_first, double seconds = 0.3);

// For a thread that has found that this process hangs in MPI: writes the message to stderr and ends the
// process. It does not call MPI, which may be what hangs and need not allow a second thread. mpirun then ends
// the other ranks, which also have watchdogs of their own.
[[noreturn]] void end_hung_process(const std::string& message, bool is_first, int exit_code = 1);

class MpiSession {
 public:
  // Starts MPI unless it is running already (then the destructor leaves it running). Throws Error if MPI
  // cannot provide the level of thread support.
  MpiSession(int& argc, char**& argv, ThreadLevel level = ThreadLevel::funneled);
  // Ends MPI, except during an exception: ending would wait for ranks that may never end.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  // All ranks of the program.
  const Communicator& world() const { return *world_; }

  // For the program's one catch: writes the message to stderr and ends all ranks with the exit code. Ranks
  // other than the first wait a moment, so that an error common to all ranks is reported once; longer if
  // another rank is known to report the same (is_said_elsewhere() of comm/together.hpp).
  [[noreturn]] void abort(const std::string& message, bool is_said_elsewhere = false,
                          int exit_code = 1) const;

 private:
  bool owner_ = false;
  int exceptions_ = 0;
  std::optional<Communicator> world_;
};

}  // namespace groundswell
