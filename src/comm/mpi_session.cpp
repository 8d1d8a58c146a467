// SPDX-License-Identifier: Apache-2.0
// Apart from meeting_place.cpp and job_group.cpp, this is the only file of src/ that uses MPI_COMM_WORLD.
#include "comm/mpi_session.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

#include "comm/job_group.hpp"
#include "comm/mpi_check.hpp"
#include "comm/together.hpp"
#include "comm/watchdog.hpp"

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

constexpr char who_must_answer[] =
    "all processes that mpirun starts must run this program, or be components of the job";

// In some MPI libraries this waits until all processes of the job start MPI.
void start_mpi(int& argc, char**& argv, int level, double limit) {
  const Watchdog watchdog(limit, [limit] {
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    const bool is_first = rank == nullptr || std::string_view(rank) == "0";
    end_hung_process(text("error: MPI has not started on all processes of the job for ", limit,
                          " s: ", who_must_answer, "\n"),
                     is_first);
  });
  int given = 0;
  check_mpi(MPI_Init_thread(&argc, &argv, level, &given), "MPI_Init_thread");
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

MpiSession::MpiSession(int& argc, char**& argv, ThreadLevel level, double limit, const ChooseRanks& choose)
    : exceptions_(std::uncaught_exceptions()) {
  int running = 0, given = 0;
  check_mpi(MPI_Initialized(&running), "MPI_Initialized");
  owner_ = !running;
  if (owner_) start_mpi(argc, argv, mpi_thread_level(level), limit);
  check_mpi(MPI_Query_thread(&given), "MPI_Query_thread");
  const int needed = mpi_thread_level(level == ThreadLevel::multiple ? ThreadLevel::funneled : level);
  require(given >= needed, "this MPI provides thread level ", given, " but level ", needed,
          " is needed; use an MPI library built with more thread support");
  const int n = size_of_world();
  std::vector<int> ranks;
  try {
    ranks = choose ? choose(n) : consecutive_ranks(0, n);
  } catch (const Error& error) {
    throw CommonError(error.what(), rank_in_world() == 0);
  }
  const auto why_missing = [limit](std::span<const int> missing) {
    return text(missing.size() == 1 ? "has" : "have", " not answered for ", limit, " s: ", who_must_answer);
  };
  world_.emplace(meet_as_group({std::move(ranks), 0, limit, why_missing}));
}

MpiSession::~MpiSession() {
  if (std::uncaught_exceptions() > exceptions_) return;
  world_.reset();
  if (owner_) MPI_Finalize();
}

bool MpiSession::is_one_of_several() {
  int running = 0, ended = 0;
  MPI_Initialized(&running);
  MPI_Finalized(&ended);
  return running && !ended && size_of_world() > 1;
}

void MpiSession::abort(const std::string& message, bool is_said_elsewhere, int exit_code) {
  // On a busy machine, it may take seconds before the rank that reports ends this one. If that rank fails
  // before it has reported, this one reports after the wait.
  if (is_said_elsewhere)
    give_way(false, 10.0);
  else
    give_way(rank_in_world() == 0);
  std::fputs(message.c_str(), stderr);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

}  // namespace groundswell
