// SPDX-License-Identifier: Apache-2.0
// The subcommands of `groundswell`: each adds itself to the command line, with what it does when chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/mpi_session.hpp"

namespace groundswell {

// What a subcommand works with. MPI starts only in those that ask for it. Signals that end a run with a
// restart are caught from the start; other subcommands do not look at them.
class Program {
 public:
  Program(int& argc, char**& argv) : argc_(argc), argv_(argv) {}
  // Starts MPI at the first call.
  const Communicator& world(ThreadLevel level = ThreadLevel::funneled) {
    if (!mpi_) mpi_.emplace(argc_, argv_, level);
    return mpi_->world();
  }
  const MpiSession* mpi() const { return mpi_ ? &*mpi_ : nullptr; }
  const Stopwatch& since_start() const { return since_start_; }
  StopSignal& signal() { return signal_; }
  // What the program returns where no error ends it.
  int exit_code = 0;

 private:
  StopSignal signal_;  // before all else
  int& argc_;
  char**& argv_;
  std::optional<MpiSession> mpi_;
  Stopwatch since_start_;
};

// A sentence as the program reports it on stderr when it ends.
std::string error_line(const std::string& sentence);

// Adds the option --set KEY=VALUE, which may be given any number of times.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides);

void add_run(CLI::App& app, Program& program);
void add_check(CLI::App& app, Program& program);
void add_config(CLI::App& app);
void add_help(CLI::App& app);
void add_mesh(CLI::App& app);
void add_new(CLI::App& app);
void add_network(CLI::App& app, Program& program);
void add_network_map(CLI::App& network);
void add_network_probe(CLI::App& network, Program& program);
void add_network_select(CLI::App& network);
void add_network_show(CLI::App& network);
void add_bench(CLI::App& app, Program& program);
void add_bench_alltoall(CLI::App& bench, Program& program);
void add_bench_bcast(CLI::App& bench, Program& program);
void add_bench_fft(CLI::App& bench, Program& program);
void add_bench_halo(CLI::App& bench, Program& program);
void add_bench_halo_plans(CLI::App& bench);
void add_bench_halo_replay(CLI::App& bench);
void add_bench_network_replay(CLI::App& bench);
void add_bench_io(CLI::App& bench, Program& program);
void add_bench_land(CLI::App& bench);
void add_bench_md(CLI::App& bench, Program& program);
void add_bench_partition(CLI::App& bench);
void add_bench_transfer(CLI::App& bench, Program& program);
void add_bench_restart(CLI::App& bench, Program& program);
void add_bench_stencil(CLI::App& bench, Program& program);
void add_bench_write(CLI::App& bench, Program& program);

}  // namespace groundswell
