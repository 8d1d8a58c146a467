// SPDX-License-Identifier: Apache-2.0
// The program `groundswell`, with the list of its subcommands.
#include "apps/subcommands.hpp"
#include "run/run_end.hpp"

namespace groundswell {
namespace {

// Exit status of a run that was to be resumed but has no usable restart.
constexpr int exit_nothing_left = 3;

int exit_code_of(const std::exception& error) {
  if (dynamic_cast<const LeftJob*>(&error) != nullptr) return exit_to_go_on;
  return dynamic_cast<const NothingLeft*>(&error) != nullptr ? exit_nothing_left : 1;
}

void add_subcommands(CLI::App& app, Program& program) {
  add_run(app, program);
  add_check(app, program);
  add_config(app);
  add_mesh(app);
  add_new(app);
  add_network(app, program);
  add_bench(app, program);
  add_help(app);
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  using namespace groundswell;
  return run_command_line(
      {"groundswell", "Groundswell: an ocean wave model on Voronoi meshes", add_subcommands, exit_code_of},
      argc, argv);
}
