// SPDX-License-Identifier: Apache-2.0
// MPI from its initialisation to its finalisation: owned by a program's main() and by nothing else.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

enum class ThreadLevel { funneled, serialized, multiple };

// Whether several threads of this process may call MPI concurrently, whoever initialised it.
bool threads_may_share_mpi();

// Called before reporting an error that may occur on all ranks: restores the default action of SIGTERM. Ranks
// other than the first then sleep for `seconds`, so that the first can report and end them by that signal.
void give_way(bool is_first, double seconds = 0.3);

// For a thread that has found that this process hangs in MPI: writes the message to stderr and ends the
// process. It does not call MPI, which hangs and may not allow calls from a second thread. mpirun then ends
// the other ranks, which also have watchdogs of their own.
[[noreturn]] void end_hung_process(const std::string& message, bool is_first, int exit_code = 1);

class MpiSession {
 public:
  // Which of the `n` ranks of MPI_COMM_WORLD form the session; may throw Error, the same on all.
  using ChooseRanks = std::function<std::vector<int>(int n)>;
  // Starts MPI unless it is running already (then the destructor leaves it running), and waits until all the
  // chosen ranks (by default all that there are) have begun a session, for `limit` seconds at most. Throws
  // Error if MPI cannot provide the level of thread support (without `multiple`, which is only asked for,
  // servers receive less smoothly: threads_may_share_mpi()), or if some have not begun. Collective on these
  // ranks.
  MpiSession(int& argc, char**& argv, ThreadLevel level = ThreadLevel::funneled, double limit = 300.0,
             const ChooseRanks& choose = {});
  // Finalises MPI, except during an exception: MPI_Finalize would wait for ranks that may never call it.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  // The ranks of the session.
  const Communicator& world() const { return *world_; }

  // For the catch clause of main(), if is_one_of_several(): writes the message to stderr and ends all ranks
  // of MPI_COMM_WORLD with the exit code. Ranks other than the first wait a moment, so that an error common
  // to all ranks is reported once; they wait longer if another rank is known to report the same
  // (is_said_elsewhere() of comm/together.hpp).
  [[noreturn]] static void abort(const std::string& message, bool is_said_elsewhere = false,
                                 int exit_code = 1);
  // Whether MPI is running and there are other ranks.
  static bool is_one_of_several();

 private:
  bool owner_ = false;
  int exceptions_ = 0;
  std::optional<Communicator> world_;
};

}  // namespace groundswell
