// SPDX-License-Identifier: Apache-2.0
// The subcommands of `groundswell`: each adds itself to the command line, with its action.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/program.hpp"

namespace groundswell {

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

}  // namespace groundswell
