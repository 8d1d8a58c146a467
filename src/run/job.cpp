// SPDX-License-Identifier: Apache-2.0
#include "run/job.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "comm/mpi_session.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"
#include "components/component_run.hpp"
#include "restart/manifest.hpp"
#include "run/common_start.hpp"
#include "run/job_members.hpp"
#include "run/nest_link.hpp"
#include "run/run_folder.hpp"
#include "transport/transport.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr int first_tag = 29800;

Log log_of(const Communicator& ranks, const std::string& name, std::ostream& out = std::cout) {
  if (ranks.rank() != 0) return {};
  return Log(out, emphasised("warning: ", Colour::yellow, STDOUT_FILENO), name);
}

ForecastInfo describe(const Case& of, const JobInfo& info) {
  return {of.file, of.resolved, of.settings, of.inputs, info.since_start, &info.signal};
}

// The same for a check without the other components of its job.
ForecastInfo describe_alone(const JobMember& member, const JobInfo& info) {
  ForecastInfo run = describe(*member.of, info);
  run.is_alone = member.coupling != nullptr;
  return run;
}

// Data shared by all runs of a job.
struct Job {
  const JobInfo& info;
  bool has_table;                       // a table with one line per run is written at the end
  std::vector<RunReport> reports = {};  // of the runs whose first rank is this one
};

// Puts the name of a nested run before the messages of its Errors; notes all errors except NothingLeft in
// `log`.
template <class Work>
auto run_logged(const std::string& name, const Communicator& ranks, const Log& log, Work&& work) {
  try {
    return work();
  } catch (const ToldToEnd& end) {
    log.note(text("error: ", end.what()));
    throw ToldToEnd(name + end.what());
  } catch (const NothingLeft& left) {
    throw NothingLeft(name + left.what(), left.is_first());
  } catch (const LeftJob& error) {
    log.note(text("error: ", error.what()));
    throw LeftJob(name + error.what(), error.is_first());
  } catch (const CommonError& error) {
    log.note(text("error: ", error.what()));
    if (name.empty()) throw;
    throw CommonError(name + error.what(), error.is_first());
  } catch (const Error& error) {
    log.note(text("error: ", error.what()));
    if (name.empty()) throw;
    give_way(ranks.rank() == 0);
    throw Error(name + error.what());
  } catch (...) {
    const std::string sentence = current_sentence();
    log.note("error: " + sentence);
    if (name.empty()) throw;
    give_way(ranks.rank() == 0);
    throw Error(name + sentence);
  }
}

RunEnd run_other(const JobMember& member, const Communicator& ranks) {
  const Log log = log_of(ranks, member.name);
  CouplerSetup setup = *member.coupling;
  if (!member.start.from.empty())
    setup.from = DateTime::parse(member.start.from, member.other->clock().start.calendar());
  const ComponentRestartSettings* const restarts = member.other->restarts();
  std::optional<RunFolder> folder;
  if (restarts && restarts->interval > 0) folder.emplace(ranks, restarts->folder, member.other->inputs());
  run_logged(member.name, ranks, log, [&] {
    run_component(*member.other, ranks, std::move(setup), log, [&] {
      if (folder) folder->take({manifest_name, restart_names}, member.start.folder);
    });
    if (folder) run_on_root(ranks, 0, [&] { folder->finish(); });
  });
  return RunEnd::complete;
}

RunEnd run_one(const JobMember& member, const Communicator& ranks, Job& job, NestSpeaker* nested = nullptr,
               NestListener* larger = nullptr) {
  if (member.other) return run_other(member, ranks);
  const Case& of = *member.of;
  const Log log = log_of(ranks, member.name);
  ForecastInfo run = describe(of, job.info);
  run.coupling = member.coupling;
  run.nested = nested;
  run.larger = larger;
  if (job.has_table && ranks.rank() == 0) {
    run.report = &job.reports.emplace_back();
    run.report->run = member.name + fs::path(of.file).filename().string();
  }
  return run_logged(member.name, ranks, log,
                    [&] { return run_forecast(of.config, ranks, log, run, member.start); });
}

// The worst result of all ranks; waits without spinning, as other runs may take longer.
RunEnd agree_on_end(const Communicator& job, RunEnd end) {
  double worst = double(end);
  CollectiveRequest request = job.start_max_in_place(std::span(&worst, 1));
  nap_until([&] { return request.test(); });
  return RunEnd(int(worst));
}

std::vector<fs::path> list_folders(const std::vector<JobMember>& members) {
  std::vector<fs::path> folders;
  for (const JobMember& member : members)
    if (member.of) folders.push_back(member.of->config.output.folder);
  return folders;
}

// The name of a run, followed by the reason why it cannot be resumed, or "". The run's log is shown only if
// there is a reason; otherwise the run logs the same lines when it starts. Throws Error. Collective.
std::string look_ahead_in_one(const JobMember& member, const Communicator& ranks, const JobInfo& info,
                              const JobRuns& job) {
  if (member.other) return "";
  std::ostringstream said;
  const Log log = log_of(ranks, member.name, said);
  const std::string why = run_logged(member.name, ranks, Log(), [&] {
    return look_ahead(member.of->config, ranks, log, describe_alone(member, info), member.start, job);
  });
  if (why.empty()) return "";
  std::cout << said.str() << std::flush;
  return member.name + why;
}

// Looks ahead in all runs of a job, each on its own ranks, before any of them changes a file. Returns what
// look_ahead_in_one() returns for the first run with a message, or "". Collective.
std::string look_ahead_in_all(const std::vector<JobMember>& members, const Communicator& ranks,
                              const JobSplit* split, const JobInfo& info) {
  const JobRuns job{list_folders(members), split == nullptr};
  std::string why;
  run_together_napping(ranks, [&] {
    if (split) why = look_ahead_in_one(members[split->member()], split->mine(), info, job);
    for (std::size_t i = 0; !split && i < members.size() && why.empty(); ++i)
      why = look_ahead_in_one(members[i], ranks, info, job);
  });
  return first_message(ranks, why);
}

// The first rank that writes boundary files, for a run on `n_rank` ranks.
int boundary_writer(const OutputSettings& output, int n_rank) {
  if (output.servers.n_server == 0) return 0;
  return n_rank - output.servers.n_server + ServerShares(output).team_of(OutputKind::boundaries);
}

// Makes the runs one after another on a single rank.
RunEnd run_in_turn(const std::vector<JobMember>& members, const Communicator& rank, Job& job) {
  RunEnd end = RunEnd::complete;
  for (const JobMember& member : members)
    if (end == RunEnd::complete) end = run_one(member, rank, job);
  return end;
}

// Makes the run of this rank's member, with its links to the run that it is nested in and to those nested in
// it. Links have the communicator of the job, and the number of the nested run in their tags.
RunEnd run_linked(const std::vector<JobMember>& members, const JobSplit& split, Job& job) {
  const JobMember& member = members[split.member()];
  std::optional<NestListener> larger;
  if (member.as_nest)
    larger.emplace(split.job(), first_tag + int(split.member()),
                   member.of->config.model.boundary.file.expected_dates);
  std::vector<NestSpeaker::Nest> nests;
  for (const std::size_t nest : member.nests)
    nests.push_back({members[nest].as_nest->boundary, members[nest].begin, first_tag + int(nest)});
  NestSpeaker speaker(split.job(), nests);
  RunEnd end = RunEnd::complete;
  std::optional<ToldToEnd> told;  // rethrown when the other runs have also ended, with their restarts
  try {
    end = run_one(member, split.mine(), job, nests.empty() ? nullptr : &speaker, larger ? &*larger : nullptr);
  } catch (const ToldToEnd& error) {
    told = error;
    end = RunEnd::to_go_on;
  }
  if (!nests.empty() && split.mine().rank() == boundary_writer(member.of->config.output, member.n_rank))
    speaker.end(end);
  if (larger && split.mine().rank() == 0) larger->drain();
  end = agree_on_end(split.job(), end);
  if (told) {
    give_way(split.mine().rank() == 0);
    throw *told;
  }
  return end;
}

// Collective.
void write_table(const Log& log, const Communicator& ranks, const std::vector<RunReport>& mine) {
  for (const std::string& line : format_reports(gather_reports(ranks, mine))) log.info(line);
}

void check_one(const JobMember& member, const Communicator& ranks, const JobInfo& info,
               const CheckPlan& plan) {
  const Log log = log_of(ranks, member.name);
  if (member.other) {
    run_logged(member.name, ranks, Log(), [&] {
      member.other->prepare(ranks, member.other->clock().start);
      for (const std::string& line : member.other->describe()) log.info("  " + line);
    });
    return;
  }
  run_logged(member.name, ranks, Log(),
             [&] { check_forecast(member.of->config, ranks, log, describe_alone(member, info), plan); });
}

// Requirements of the job, for the end of a sentence; empty for a single run without servers.
std::string describe_need(const Case& all) {
  if (all.nests.empty() && !all.has_servers()) return "";
  const int least = find_least_ranks(all);
  return text("it needs at least ", least, " ranks (mpirun -n ", least, " groundswell run ", all.file, ")",
              all.has_servers() ? "" : ", or 1, on which its runs are made one after another");
}

RunEnd run_members(const std::vector<JobMember>& members, const Communicator& ranks, const JobInfo& info,
                   bool in_turn) {
  Job job{info, members.size() > 1};
  if (members.size() == 1) return run_one(members[0], ranks, job);
  std::optional<JobSplit> split;
  if (!in_turn) split.emplace(members, ranks);
  if (const std::string why = look_ahead_in_all(members, ranks, split ? &*split : nullptr, info);
      !why.empty())
    throw NothingLeft(why, ranks.rank() == 0);
  std::exception_ptr told;  // the request to end without a restart, rethrown after the table is written
  RunEnd end = RunEnd::to_go_on;
  try {
    end = split ? run_linked(members, *split, job) : run_in_turn(members, ranks, job);
  } catch (const ToldToEnd&) {
    told = std::current_exception();
  }
  write_table(log_of(ranks, ""), ranks, job.reports);
  if (told) std::rethrow_exception(told);
  return end;
}

// With `as_others`, a single process checks in place of the ranks that each member would have.
void check_members(const std::vector<JobMember>& members, const Communicator& ranks, const JobInfo& info,
                   bool as_others, const std::string& needs) {
  std::optional<JobSplit> split;
  if (ranks.size() > 1) split.emplace(members, ranks);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) ranks.barrier();
    if (!split || split->member() == i)
      check_one(members[i], split ? split->mine() : ranks, info,
                {as_others ? members[i].n_rank : 0, i == 0 ? needs : ""});
  }
  ranks.barrier();  // see check_forecast
}

}  // namespace

RunEnd run_job(const Case& all, const Communicator& ranks, const JobInfo& info, const RunStart& start) {
  const bool in_turn = are_in_turn(all, ranks.size());
  run_together(ranks, [&] {
    if (!in_turn) require_ranks(all, ranks.size());
  });
  return run_members(list_members(all, ranks.size(), start, in_turn), ranks, info, in_turn);
}

RunEnd run_job(const CoupledJob& all, const Communicator& ranks, const JobInfo& info, const RunStart& start) {
  const std::optional<RunStart> common = choose_common_start(all, ranks, log_of(ranks, ""), start);
  return common ? run_members(list_members(all, *common), ranks, info, false) : RunEnd::complete;
}

void check_job(const Case& all, const Communicator& ranks, const JobInfo& info, int n_rank) {
  const std::string needs = describe_need(all);
  if (n_rank == 0 && ranks.size() == 1 && all.has_servers()) n_rank = find_least_ranks(all);
  run_together(ranks, [&] {
    require(n_rank == 0 || ranks.size() == 1, "--ranks ", n_rank,
            " is for a check on a single process, but there are ", ranks.size(),
            "; leave it out, or start without mpirun");
    const int n_checked = n_rank > 0 ? n_rank : ranks.size();
    if (!are_in_turn(all, n_checked)) require_ranks(all, n_checked);
  });
  const int n_checked = n_rank > 0 ? n_rank : ranks.size();
  check_members(list_members(all, n_checked, {}, are_in_turn(all, n_checked)), ranks, info, n_rank > 0,
                needs);
}

void check_job(const CoupledJob& all, const Communicator& ranks, const JobInfo& info, int n_rank) {
  run_together(ranks, [&] {
    require(n_rank == 0, "--ranks ", n_rank, " is for a case, but '", all.file,
            "' is a job of components, which states the ranks of each (components.ranks); leave it out");
  });
  check_members(list_members(all, {}), ranks, info, ranks.size() == 1, "");
  const Log log = log_of(ranks, "");
  log.info("exchanges of the first day:");
  for (const std::string& line : all.first_day()) log.info("  " + line);
}

}  // namespace groundswell
