// SPDX-License-Identifier: Apache-2.0
// groundswell run case.yaml, groundswell check case.yaml: the model, and its dry run.
#include <exception>
#include <memory>
#include <optional>

#include "apps/subcommands.hpp"
#include "comm/together.hpp"
#include "model/job.hpp"

namespace groundswell {
namespace {

// Of a run that has ended before its end and can go on: EX_TEMPFAIL, by which batch systems start a job
// again.
constexpr int exit_to_go_on = 75;

// A case file and what the command line changes in it.
struct ChosenCase {
  std::string file;
  std::vector<std::string> overrides;
};

// Ends the program where MPI hangs in one of the runs; the libraries would wait for ever.
void end_where_mpi_hangs(Case& all) {
  all.config.parallel.decomposition.watch.on_hang = [](const std::string& sentence, bool is_first) {
    end_hung_process(error_line(sentence), is_first);
  };
  for (Case::Nest& nest : all.nests) end_where_mpi_hangs(nest.nested);
}

// With MPI running afterwards: on output servers two threads use it. What is wrong with the case is thrown by
// all ranks, of which one says it.
Case read(const ChosenCase& chosen, Program& program) {
  std::optional<Case> all;
  std::exception_ptr failure;
  try {
    all = read_case(chosen.file, chosen.overrides);
    end_where_mpi_hangs(*all);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  const bool has_servers = all && all->has_servers();
  run_together(program.world(has_servers ? ThreadLevel::multiple : ThreadLevel::funneled), [&] {
    if (failure) std::rethrow_exception(failure);
  });
  return std::move(*all);
}

JobInfo info_of(Program& program) {
  return {program.since_start(), program.signal()};
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
    const Case all = read(*chosen, program);
    const RunEnd end =
        run_job(all, program.world(), info_of(program), *go_on ? FolderStart::go_on : FolderStart::anew);
    if (end == RunEnd::to_go_on) program.exit_code = exit_to_go_on;
  });
}

void add_check(CLI::App& app, Program& program) {
  auto* command = app.add_subcommand("check", "Dry run: build everything, report, and stop");
  const auto chosen = add_case_arguments(*command);
  const auto n_rank = std::make_shared<int>(0);
  command
      ->add_option(
          "--ranks", *n_rank,
          "Check as if on so many processes, from this one alone: roles, cells and load per rank, servers")
      ->check(CLI::Range(1, 1 << 24));
  command->callback([chosen, n_rank, &program] {
    const Case all = read(*chosen, program);
    check_job(all, program.world(), info_of(program), *n_rank);
  });
}

}  // namespace groundswell
