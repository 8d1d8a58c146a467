// SPDX-License-Identifier: Apache-2.0
// The program: a list of its subcommands.
#include "apps/subcommands.hpp"
#include "run/run_end.hpp"

namespace groundswell {
namespace {

// Exit status of a run that should go on but has nothing to go on from.
constexpr int exit_nothing_left = 3;

int exit_code_of(const std::exception& error) {
  return dynamic_cast<const NothingLeft*>(&error) != nullptr ? exit_nothing_left : 1;
}

int run_program(int argc, char** argv) {
  Program program(argc, argv);
  CLI::App app("Groundswell: an ocean wave model on Voronoi meshes");
  app.set_version_flag("--version", version_line("groundswell"));
  add_run(app, program);
  add_check(app, program);
  add_config(app);
  add_mesh(app);
  add_new(app);
  add_network(app, program);
  add_bench(app, program);
  add_help(app);
  return run_command_line(app, program, argc, argv, exit_code_of);
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  return groundswell::run_program(argc, argv);
}
