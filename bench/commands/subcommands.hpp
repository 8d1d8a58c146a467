// SPDX-License-Identifier: Apache-2.0
// The subcommands of `groundswell-bench`: each adds itself to the command line, with its action.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/program.hpp"

namespace groundswell {

void add_bench_alltoall(CLI::App& bench, Program& program);
void add_bench_bcast(CLI::App& bench, Program& program);
void add_bench_coupled(CLI::App& bench, Program& program);
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
