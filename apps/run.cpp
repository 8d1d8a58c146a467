// SPDX-License-Identifier: Apache-2.0
// groundswell run case.yaml and groundswell check case.yaml: the model, and its dry run.
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "apps/subcommands.hpp"
#include "comm/job_group.hpp"
#include "comm/together.hpp"
#include "run/job.hpp"

namespace groundswell {
namespace {

// A case file and the overrides on the command line.
struct ChosenCase {
  std::string file;
  std::vector<std::string> overrides;
};

// Command-line options for continuing a run.
struct StartOptions {
  std::string go_on, from;  // go_on: "yes" or "or-begin"

  RunStart start() const {
    if (go_on.empty() && from.empty()) return {};
    return {FolderStart::go_on, go_on == "or-begin", from};
  }
};

// Makes the program end if MPI hangs in one of the runs; MPI itself would wait forever.
void end_where_mpi_hangs(Case& all) {
  all.config.model.parallel.decomposition.watch.on_hang = [](const std::string& sentence, bool is_first) {
    end_hung_process(error_line(sentence), is_first);
  };
  for (Case::Nest& nest : all.nests) end_where_mpi_hangs(nest.nested);
}

void end_where_mpi_hangs(CoupledJob& job) {
  for (CoupledJob::Component& component : job.components)
    if (component.run) end_where_mpi_hangs(*component.run);
}

std::vector<int> choose_ranks(const Case&, int n) {
  return consecutive_ranks(0, n);
}
std::vector<int> choose_ranks(const CoupledJob& job, int n) {
  return job.choose_ranks(n);
}

// Calls read() and initialises MPI, which two threads use on output servers. Errors in the case are thrown by
// all ranks, and reported by one of them. With `is_check`, a single process may stand for those of all
// components.
template <class Read>
auto read_all(Read&& read, Program& program, bool is_check) {
  std::optional<decltype(read())> all;
  std::exception_ptr failure;
  try {
    all = read();
    end_where_mpi_hangs(*all);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  const bool has_servers = all && all->has_servers();
  const Communicator& world = program.world(
      has_servers ? ThreadLevel::multiple : ThreadLevel::funneled,
      [&](int n) { return !all || (is_check && n == 1) ? consecutive_ranks(0, n) : choose_ranks(*all, n); });
  run_together(world, [&] {
    if (failure) std::rethrow_exception(failure);
  });
  return std::move(*all);
}

// Calls work() with what the file lists: a case or a coupled job.
template <class Work>
void with_chosen(const ChosenCase& chosen, Program& program, bool is_check, Work&& work) {
  bool is_job = false;
  try {
    is_job = is_job_file(chosen.file);
  } catch (const Error&) {  // reported when it is read as a case
  }
  if (is_job)
    work(read_all([&] { return read_coupled_job(chosen.file, chosen.overrides); }, program, is_check));
  else
    work(read_all([&] { return read_case(chosen.file, chosen.overrides); }, program, is_check));
}

JobInfo info_of(Program& program) {
  return {program.since_start(), program.signal()};
}

std::shared_ptr<ChosenCase> add_case_arguments(CLI::App& command) {
  auto chosen = std::make_shared<ChosenCase>();
  command.add_option("case", chosen->file, "Case file, or job file of components")->required();
  add_overrides(command, chosen->overrides);
  return chosen;
}

}  // namespace

void add_run(CLI::App& app, Program& program) {
  auto* command =
      app.add_subcommand("run", "Run a case; on N processes: mpirun -n N groundswell run case.yaml");
  const auto chosen = add_case_arguments(*command);
  const auto how = std::make_shared<StartOptions>();
  const CLI::Option* go_on =
      command
          ->add_flag("--continue{yes}", how->go_on,
                     "Go on from the newest sound restart in the output folder that all files reach; if no "
                     "run had begun, from the beginning. If one had, but left nothing to go on from, the "
                     "run ends with the exit code 3; with --continue=or-begin it starts from the beginning")
          ->check(CLI::IsMember({"yes", "or-begin"}));
  command
      ->add_option("--from", how->from,
                   "Go on from the restart of this date; later restarts and later output are replaced")
      ->check(
          [](const std::string& date) { return date.empty() ? std::string("it is empty; give a date") : ""; },
          "DATE");
  command
      ->add_option("--start-limit", program.start_limit,
                   "How long [s] to wait until all processes that mpirun starts have begun this program")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->callback([chosen, how, go_on, &program] {
    if (go_on->count() > 0 && how->go_on.empty()) how->go_on = "yes";
    with_chosen(*chosen, program, false, [&](const auto& all) {
      const RunEnd end = run_job(all, program.world(), info_of(program), how->start());
      if (end == RunEnd::to_go_on) program.exit_code = exit_to_go_on;
    });
  });
}

void add_check(CLI::App& app, Program& program) {
  auto* command = app.add_subcommand("check", "Dry run: build everything, report, and stop");
  const auto chosen = add_case_arguments(*command);
  const auto n_rank = std::make_shared<int>(0);
  command
      ->add_option("--ranks", *n_rank,
                   "Check as if on this number of processes, from this one alone: roles, cells and load per "
                   "rank, servers")
      ->check(CLI::Range(1, 1 << 24));
  command->callback([chosen, n_rank, &program] {
    with_chosen(*chosen, program, true, [&](const auto& all) {
      if constexpr (std::is_same_v<decltype(all), const Case&>)
        check_job(all, program.world(), info_of(program), *n_rank);
      else
        check_job(all, program.world(), info_of(program), *n_rank);
    });
  });
}

}  // namespace groundswell
