// SPDX-License-Identifier: Apache-2.0
// Common parts of the programs `groundswell` and `groundswell-bench`: MPI for subcommands that request it,
// and the place where errors are caught and reported.
#pragma once

#include <CLI/CLI.hpp>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/mpi_session.hpp"

namespace groundswell {

// Data available to a subcommand. MPI is initialised only by those that request it. SIGUSR1 and SIGUSR2,
// which end a run with a restart, are caught from the start (see StopSignal); other subcommands ignore them.
class Program {
 public:
  Program(int& argc, char**& argv) : argc_(argc), argv_(argv) {}
  // Initialises MPI at the first call.
  const Communicator& world(ThreadLevel level = ThreadLevel::funneled,
                            const MpiSession::ChooseRanks& choose = {}) {
    if (!mpi_) mpi_.emplace(argc_, argv_, level, start_limit, choose);
    return mpi_->world();
  }
  const Stopwatch& since_start() const { return since_start_; }
  StopSignal& signal() { return signal_; }
  // How long [s] to wait until all processes that mpirun starts have begun.
  double start_limit = 300.0;
  // Exit status of the program if no error ends it.
  int exit_code = 0;

 private:
  StopSignal signal_;  // first member, constructed before all others
  int& argc_;
  char**& argv_;
  std::optional<MpiSession> mpi_;
  Stopwatch since_start_;
};

// An error message in the form in which it is printed on stderr when the program ends.
std::string error_line(const std::string& sentence);

// Adds the option --set KEY=VALUE, which may be repeated.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides);

// The name and description of a program, its subcommands, and its exit status for an error.
struct CommandLine {
  const char* name;
  const char* description;
  void (*add_subcommands)(CLI::App& app, Program& program);
  int (*exit_code_of)(const std::exception& error);
};

// Reads the command line and runs the subcommand that it names. Returns the exit status of the program.
int run_command_line(const CommandLine& line, int argc, char** argv);

}  // namespace groundswell
