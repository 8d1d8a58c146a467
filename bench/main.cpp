// SPDX-License-Identifier: Apache-2.0
// The main function of groundswell-bench, the program of the experiments, and the list of its subcommands.
#include "apps/program.hpp"
#include "bench/commands/subcommands.hpp"

namespace groundswell {
namespace {

constexpr const char* description =
    "Groundswell's experiments: measurements of its libraries and replays on models of clusters";

void add_subcommands(CLI::App& app, Program& program) {
  add_bench_alltoall(app, program);
  add_bench_bcast(app, program);
  add_bench_coupled(app, program);
  add_bench_fft(app, program);
  add_bench_halo(app, program);
  add_bench_halo_plans(app);
  add_bench_halo_replay(app);
  add_bench_network_replay(app);
  add_bench_io(app, program);
  add_bench_land(app);
  add_bench_md(app, program);
  add_bench_partition(app);
  add_bench_transfer(app, program);
  add_bench_restart(app, program);
  add_bench_stencil(app, program);
  add_bench_write(app, program);
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  using namespace groundswell;
  return run_command_line(
      {"groundswell-bench", description, add_subcommands, [](const std::exception&) { return 1; }}, argc,
      argv);
}
