// SPDX-License-Identifier: Apache-2.0
// groundswell run case.yaml, groundswell check case.yaml: the model, and its dry run.
#include <iostream>
#include <memory>
#include <sstream>

#include "apps/subcommands.hpp"
#include "model/forecast.hpp"
#include "model/options_table.hpp"

namespace groundswell {
namespace {

Log log_of(const Communicator& world) {
  return world.rank() == 0 ? Log(std::cout) : Log();
}

std::string resolve(RunConfig& config) {
  std::ostringstream out;
  make_options_table(config).write_resolved(out);
  return out.str();
}

}  // namespace

void add_run(CLI::App& app, Program& program) {
  auto* command =
      app.add_subcommand("run", "Run a case; on N processes: mpirun -n N groundswell run case.yaml");
  auto file = std::make_shared<std::string>();
  command->add_option("case", *file, "Case file")->required();
  command->callback([file, &program] {
    const Communicator& world = program.world();
    RunConfig config;
    read_run_config(*file, config);
    run_forecast(config, world, log_of(world), {*file, resolve(config)});
  });
}

void add_check(CLI::App& app, Program& program) {
  auto* command = app.add_subcommand("check", "Dry run: build everything, report, and stop");
  auto file = std::make_shared<std::string>();
  command->add_option("case", *file, "Case file")->required();
  command->callback([file, &program] {
    const Communicator& world = program.world();
    RunConfig config;
    read_run_config(*file, config);
    check_forecast(config, world, log_of(world));
  });
}

}  // namespace groundswell
