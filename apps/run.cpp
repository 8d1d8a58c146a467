// SPDX-License-Identifier: Apache-2.0
// groundswell run case.yaml, groundswell check case.yaml: the model, and its dry run.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <sstream>

#include "apps/subcommands.hpp"
#include "model/forecast.hpp"
#include "model/options_table.hpp"

namespace groundswell {
namespace {

Log log_of(const Communicator& world) {
  return world.rank() == 0 ? Log(std::cout, emphasised("warning: ", Colour::yellow, STDOUT_FILENO)) : Log();
}

// Of a run that has ended before its end and can go on: EX_TEMPFAIL, by which batch systems start a job
// again.
constexpr int exit_to_go_on = 75;

ForecastInfo describe(RunConfig& config, const std::string& case_file, Program& program) {
  const OptionTable table = make_options_table(config);
  std::ostringstream resolved;
  table.write_resolved(resolved);
  std::vector<std::filesystem::path> inputs = table.input_paths();
  inputs.emplace_back(case_file);
  return {case_file, resolved.str(),        table.list_lasting_values(),
          inputs,    program.since_start(), program.signal()};
}

// A case file and what the command line changes in it.
struct ChosenCase {
  std::string file;
  std::vector<std::string> overrides;
};

// On output servers two threads use MPI. What is wrong with the case is said later, by one rank.
ThreadLevel thread_level(const ChosenCase& chosen) {
  RunConfig config;
  try {
    read_run_config(chosen.file, config, chosen.overrides);
  } catch (const std::exception&) {
    return ThreadLevel::funneled;
  }
  return config.output.servers.n_server > 0 ? ThreadLevel::multiple : ThreadLevel::funneled;
}

std::shared_ptr<ChosenCase> add_case_arguments(CLI::App& command) {
  auto chosen = std::make_shared<ChosenCase>();
  command.add_option("case", chosen->file, "Case file")->required();
  add_overrides(command, chosen->overrides);
  return chosen;
}

}  // namespace

void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  command
      .add_option("--set", overrides,
                  "Replace one option of the file, for example --set \"time.step=5 min\"; any number of them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_run(CLI::App& app, Program& program) {
  auto* command =
      app.add_subcommand("run", "Run a case; on N processes: mpirun -n N groundswell run case.yaml");
  const auto chosen = add_case_arguments(*command);
  const auto go_on = std::make_shared<bool>(false);
  command->add_flag(
      "--continue", *go_on,
      "Go on from the newest sound restart in the output folder; without one, from the beginning");
  command->callback([chosen, go_on, &program] {
    const Communicator& world = program.world(thread_level(*chosen));
    RunConfig config;
    read_run_config(chosen->file, config, chosen->overrides);
    const Log log = log_of(world);
    try {
      const RunEnd end = run_forecast(config, world, log, describe(config, chosen->file, program),
                                      *go_on ? FolderStart::go_on : FolderStart::anew);
      if (end == RunEnd::to_go_on) program.exit_code = exit_to_go_on;
    } catch (const std::exception& error) {
      log.note(text("error: ", error.what()));
      throw;
    }
  });
}

void add_check(CLI::App& app, Program& program) {
  auto* command = app.add_subcommand("check", "Dry run: build everything, report, and stop");
  const auto chosen = add_case_arguments(*command);
  command->callback([chosen, &program] {
    const Communicator& world = program.world();
    RunConfig config;
    read_run_config(chosen->file, config, chosen->overrides);
    check_forecast(config, world, log_of(world), describe(config, chosen->file, program));
  });
}

}  // namespace groundswell
