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
#include "run/nest_link.hpp"
#include "transport/transport.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr int first_tag = 29800;

int count_nested_ranks(const Case& all) {
  int n = 0;
  for (const Case::Nest& nest : all.nests) n += nest.n_rank;
  return n;
}

// Minimum number of computing ranks of the run itself.
int least_compute_ranks(const Case& all) {
  const ServerSettings& servers = all.config.output.servers;
  return servers.n_server > 0 ? least_of_either(servers.transport) : 1;
}

// Minimum number of ranks for a run and those nested in it to run side by side.
int find_least_ranks(const Case& all) {
  return least_compute_ranks(all) + all.config.output.servers.n_server + count_nested_ranks(all);
}

// Throws Error unless the run of a case and all runs nested in it have the ranks that they need. `nest` is
// the name by which the larger run calls this run, or "" if it is not nested. Called before any run begins.
void require_ranks(const Case& all, int n_rank, const std::string& nest = "") {
  const int n_compute = least_compute_ranks(all), n_server = all.config.output.servers.n_server;
  const int n_nested = count_nested_ranks(all), least = n_compute + n_server + n_nested;
  require(
      least <= n_rank, "'", all.file, "' is to have ", n_rank, n_rank == 1 ? " rank" : " ranks",
      ", but needs at least ", least, ": ", n_compute, n_compute == 1 ? " that computes" : " that compute",
      n_server > 0 ? text(", ", n_server, " for output (output.servers)") : "",
      n_nested > 0 ? text(", ", n_nested, " of the runs nested in it (output.boundaries.ranks)") : "", "; ",
      nest.empty() ? text("run with mpirun -n ", least, ", or check with --ranks ", least)
                   : text("raise the ranks of ", nest, " in output.boundaries of the larger run"));
  for (const Case::Nest& each : all.nests) require_ranks(each.nested, each.n_rank, each.name);
}

// Whether the runs are made one after another on a single rank, which is impossible with output servers, as
// these need additional ranks.
bool are_in_turn(const Case& all, int n_rank) {
  return n_rank == 1 && !all.has_servers();
}

// Splits the ranks into those of the run itself and those of each run nested in it.
class JobSplit {
 public:
  JobSplit(const Case& all, const Communicator& ranks) : job_(ranks.duplicate()), mine_(split(all)) {}

  const Communicator& job() const { return job_; }
  const Communicator& mine() const { return mine_; }
  // Index of the nested run that this rank belongs to; -1 = the larger run.
  int nest() const { return nest_; }
  // The first rank of a nested run, as numbered in job().
  int root(std::size_t nest) const { return begins_[nest]; }
  int n_own() const { return begins_[0]; }

 private:
  Communicator split(const Case& all) {
    int begin = job_.size() - count_nested_ranks(all);
    for (std::size_t i = 0; i < all.nests.size(); ++i) {
      begins_.push_back(begin);
      if (job_.rank() >= begin) nest_ = int(i);
      begin += all.nests[i].n_rank;
    }
    return job_.split(nest_ + 1, job_.rank());
  }

  Communicator job_;
  int nest_ = -1;
  std::vector<int> begins_;
  Communicator mine_;
};

Log log_of(const Communicator& ranks, const std::string& name, std::ostream& out = std::cout) {
  if (ranks.rank() != 0) return {};
  return Log(out, emphasised("warning: ", Colour::yellow, STDOUT_FILENO), name);
}

ForecastInfo describe(const Case& of, const JobInfo& info) {
  return {of.file, of.resolved, of.settings, of.inputs, info.since_start, info.signal};
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
  } catch (const CommonError& error) {
    log.note(text("error: ", error.what()));
    if (name.empty()) throw;
    throw CommonError(name + error.what(), error.is_first());
  } catch (const Error& error) {
    log.note(text("error: ", error.what()));
    if (name.empty()) throw;
    give_way(ranks.rank() == 0);
    throw Error(name + error.what());
  } catch (const std::exception& error) {
    log.note(text("error: ", error.what()));
    throw;
  }
}

RunEnd run_one(const Case& of, const Communicator& ranks, Job& job, const RunStart& start,
               const std::string& name, NestSpeaker* nested, NestListener* larger) {
  const Log log = log_of(ranks, name);
  ForecastInfo run = describe(of, job.info);
  run.nested = nested;
  run.larger = larger;
  if (job.has_table && ranks.rank() == 0) {
    run.report = &job.reports.emplace_back();
    run.report->run = name + fs::path(of.file).filename().string();
  }
  return run_logged(name, ranks, log, [&] { return run_forecast(of.config, ranks, log, run, start); });
}

// The worst result of all ranks; waits without spinning, as other runs may take longer.
RunEnd agree_on_end(const Communicator& job, RunEnd end) {
  double worst = double(end);
  CollectiveRequest request = job.start_max_in_place(std::span(&worst, 1));
  nap_until([&] { return request.test(); });
  return RunEnd(int(worst));
}

// Makes the runs one after another on a single rank, the larger run first.
RunEnd run_in_turn(const Case& all, const Communicator& rank, Job& job, const RunStart& start,
                   const std::string& name) {
  RunEnd end = run_one(all, rank, job, start, name, nullptr, nullptr);
  for (const Case::Nest& nest : all.nests)
    if (end == RunEnd::complete)
      end = run_in_turn(nest.nested, rank, job, start.of_nested(), name + nest.name + ": ");
  return end;
}

std::vector<fs::path> list_folders(const Case& all) {
  std::vector<fs::path> folders{all.config.output.folder};
  for (const Case::Nest& nest : all.nests)
    for (fs::path& folder : list_folders(nest.nested)) folders.push_back(std::move(folder));
  return folders;
}

// The name of a run, followed by the reason why it cannot be resumed, or "". The run's log is shown only if
// there is a reason; otherwise the run logs the same lines when it starts. Throws Error. Collective.
std::string look_ahead_in_one(const Case& of, const Communicator& ranks, const JobInfo& info,
                              const RunStart& start, const JobRuns& job, const std::string& name) {
  std::ostringstream said;
  const Log log = log_of(ranks, name, said);
  const std::string why = run_logged(
      name, ranks, Log(), [&] { return look_ahead(of.config, ranks, log, describe(of, info), start, job); });
  if (why.empty()) return "";
  std::cout << said.str() << std::flush;
  return name + why;
}

// Looks ahead in all runs of a job, each on its own ranks, before any of them changes a file. Returns what
// look_ahead_in_one() returns for the first run with a message, or "". Collective.
std::string look_ahead_in_all(const Case& all, const Communicator& ranks, const JobInfo& info,
                              const RunStart& start, const JobRuns& job, const std::string& name) {
  std::optional<JobSplit> split;
  if (!all.nests.empty() && !are_in_turn(all, ranks.size())) split.emplace(all, ranks);
  const Communicator& mine = split ? split->mine() : ranks;
  std::string why;
  run_together_napping(ranks, [&] {
    if (!split || split->nest() < 0) why = look_ahead_in_one(all, mine, info, start, job, name);
    for (std::size_t i = 0; i < all.nests.size(); ++i)
      if (split ? split->nest() == int(i) : why.empty())
        why = look_ahead_in_all(all.nests[i].nested, mine, info, start.of_nested(), job,
                                name + all.nests[i].name + ": ");
  });
  return first_message(ranks, why);
}

// The first rank that writes boundary files, for a run on `n_rank` ranks.
int boundary_writer(const OutputSettings& output, int n_rank) {
  if (output.servers.n_server == 0) return 0;
  return n_rank - output.servers.n_server + ServerShares(output).team_of(OutputKind::boundaries);
}

RunEnd run_family(const Case& all, const Communicator& ranks, Job& job, const RunStart& start,
                  const std::string& name, NestListener* larger) {
  if (all.nests.empty()) return run_one(all, ranks, job, start, name, nullptr, larger);
  const JobSplit split(all, ranks);
  RunEnd end = RunEnd::complete;
  std::optional<ToldToEnd> told;  // rethrown when the other runs have also ended, with their restarts
  const auto until_told = [&](auto&& run) {
    try {
      return run();
    } catch (const ToldToEnd& error) {
      told = error;
      return RunEnd::to_go_on;
    }
  };
  if (split.nest() < 0) {
    std::vector<NestSpeaker::Nest> nests;
    for (std::size_t i = 0; i < all.nests.size(); ++i)
      nests.push_back({all.nests[i].boundary, split.root(i), first_tag + int(i)});
    NestSpeaker speaker(split.job(), std::move(nests));
    end = until_told([&] { return run_one(all, split.mine(), job, start, name, &speaker, larger); });
    if (split.mine().rank() == boundary_writer(all.config.output, split.n_own())) speaker.end(end);
  } else {
    const Case::Nest& nest = all.nests[std::size_t(split.nest())];
    NestListener listener(split.job(), first_tag + split.nest(),
                          nest.nested.config.model.boundary.file.expected_dates);
    end = until_told([&] {
      return run_family(nest.nested, split.mine(), job, start.of_nested(), name + nest.name + ": ",
                        &listener);
    });
    if (split.mine().rank() == 0) listener.drain();
  }
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

void check_one(const Case& of, const Communicator& ranks, const JobInfo& info, const std::string& name,
               const CheckPlan& plan) {
  const Log log = log_of(ranks, name);
  run_logged(name, ranks, Log(), [&] { check_forecast(of.config, ranks, log, describe(of, info), plan); });
}

void check_family(const Case& all, const Communicator& ranks, const JobInfo& info, const std::string& name,
                  const std::string& needs) {
  std::optional<JobSplit> split;
  if (ranks.size() > 1 && !all.nests.empty()) split.emplace(all, ranks);
  if (!split || split->nest() < 0) check_one(all, split ? split->mine() : ranks, info, name, {0, needs});
  for (std::size_t i = 0; i < all.nests.size(); ++i) {
    if (split) split->job().barrier();
    const std::string nested_name = name + all.nests[i].name + ": ";
    if (!split || split->nest() == int(i))
      check_family(all.nests[i].nested, split ? split->mine() : ranks, info, nested_name, "");
  }
  if (split) split->job().barrier();  // see check_forecast
}

// Checks on a single process as if there were plan.n_rank ranks.
void check_family_as(const Case& all, const Communicator& rank, const JobInfo& info, const std::string& name,
                     const CheckPlan& plan) {
  const bool in_turn = plan.n_rank == 1;
  check_one(all, rank, info, name, {in_turn ? 1 : plan.n_rank - count_nested_ranks(all), plan.needs});
  for (const Case::Nest& nest : all.nests)
    check_family_as(nest.nested, rank, info, name + nest.name + ": ", {in_turn ? 1 : nest.n_rank, ""});
}

// Requirements of the job, for the end of a sentence; empty for a single run without servers.
std::string describe_need(const Case& all) {
  if (all.nests.empty() && !all.has_servers()) return "";
  const int least = find_least_ranks(all);
  return text("it needs at least ", least, " ranks (mpirun -n ", least, " groundswell run ", all.file, ")",
              all.has_servers() ? "" : ", or 1, on which its runs are made one after another");
}

}  // namespace

RunEnd run_job(const Case& all, const Communicator& ranks, const JobInfo& info, const RunStart& start) {
  const bool in_turn = are_in_turn(all, ranks.size());
  run_together(ranks, [&] {
    if (!in_turn) require_ranks(all, ranks.size());
  });
  if (!all.nests.empty())
    if (const std::string why = look_ahead_in_all(all, ranks, info, start, {list_folders(all), in_turn}, "");
        !why.empty())
      throw NothingLeft(why, ranks.rank() == 0);
  Job job{info, !all.nests.empty()};
  std::exception_ptr told;  // the request to end without a restart, rethrown after the table is written
  RunEnd end = RunEnd::to_go_on;
  try {
    end = in_turn ? run_in_turn(all, ranks, job, start, "") : run_family(all, ranks, job, start, "", nullptr);
  } catch (const ToldToEnd&) {
    told = std::current_exception();
  }
  if (job.has_table) write_table(log_of(ranks, ""), ranks, job.reports);
  if (told) std::rethrow_exception(told);
  return end;
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
  if (n_rank > 0) return check_family_as(all, ranks, info, "", {n_rank, needs});
  check_family(all, ranks, info, "", needs);
}

}  // namespace groundswell
