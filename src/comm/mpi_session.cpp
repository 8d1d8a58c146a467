// SPDX-License-Identifier: Apache-2.0
// Apart from meeting_place.cpp, this is the only file of src/ that uses MPI_COMM_WORLD.
#include "comm/mpi_session.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

int mpi_thread_level(ThreadLevel level) {
  switch (level) {
    case ThreadLevel::serialized:
      return MPI_THREAD_SERIALIZED;
    case ThreadLevel::multiple:
      return MPI_THREAD_MULTIPLE;
    default:
      return MPI_THREAD_FUNNELED;
  }
}

}  // namespace

bool threads_may_share_mpi() {
  int given = 0;
  check_mpi(MPI_Query_thread(&given), "MPI_Query_thread");
  return given == MPI_THREAD_MULTIPLE;
}

void give_way(bool is_first, double seconds) {
  std::signal(SIGTERM, SIG_DFL);  // in place of a run's handler: SIGTERM is to end this process
  if (!is_first) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

void end_hung_process(const std::string& message, bool is_first, int exit_code) {
  give_way(is_first, 3.0);  // mpirun takes longer than MPI_Abort to end the other ranks
  std::fputs(message.c_str(), stderr);
  std::fflush(stderr);
  std::_Exit(exit_code);
}

MpiSession::MpiSession(int& argc, char**& argv, ThreadLevel level) : exceptions_(std::uncaught_exceptions()) {
  int running = 0, given = 0;
  check_mpi(MPI_Initialized(&running), "MPI_Initialized");
  owner_ = !running;
  if (owner_) check_mpi(MPI_Init_thread(&argc, &argv, mpi_thread_level(level), &given), "MPI_Init_thread");
  check_mpi(MPI_Query_thread(&given), "MPI_Query_thread");
  require(given >= mpi_thread_level(level), "this MPI provides thread level ", given, " but level ",
          mpi_thread_level(level), " is needed; use an MPI library built with more thread support");
  world_.emplace(MPI_COMM_WORLD);
}

MpiSession::~MpiSession() {
  if (std::uncaught_exceptions() > exceptions_) return;
  world_.reset();
  if (owner_) MPI_Finalize();
}

void MpiSession::abort(const std::string& message, bool is_said_elsewhere, int exit_code) const {
  // On a busy machine, it may take seconds before the rank that reports ends this one. If that rank fails
  // before it has reported, this one reports after the wait.
  if (is_said_elsewhere)
    give_way(false, 10.0);
  else
    give_way(world_->rank() == 0);
  std::fputs(message.c_str(), stderr);
  std::fflush(stderr);
  MPI_Abort(world_->handle(), exit_code);
  std::_Exit(exit_code);
}

}  // namespace groundswell
