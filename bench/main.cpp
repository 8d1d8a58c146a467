// SPDX-License-Identifier: Apache-2.0
// The program of the experiments: a list of its subcommands.
#include "apps/program.hpp"
#include "bench/commands/subcommands.hpp"

namespace groundswell {
namespace {

int run_benches(int argc, char** argv) {
  Program program(argc, argv);
  CLI::App app("Groundswell's experiments: measurements of its libraries and replays on models of clusters");
  app.set_version_flag("--version", version_line("groundswell-bench"));
  add_bench_alltoall(app, program);
  add_bench_bcast(app, program);
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
  return run_command_line(app, program, argc, argv, [](const std::exception&) { return 1; });
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  return groundswell::run_benches(argc, argv);
}
