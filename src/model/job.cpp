// SPDX-License-Identifier: Apache-2.0
#include "model/job.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "comm/mpi_session.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"
#include "model/nest_link.hpp"
#include "model/options_table.hpp"
#include "output/schedule.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr int first_tag = 29800;

std::vector<DateTime> dates_of(const BoundaryOutputSettings& boundary, const RunConfig& config,
                               const std::string& file) {
  require(boundary.interval > 0, "output.boundaries, ", boundary.name, " of '", file,
          "' names a nested run, but its interval is 0, so that run has nothing to take its waves from");
  const Schedule schedule(boundary, config.start(), config.end(), "output for nested runs");
  std::vector<DateTime> dates;
  for (std::int64_t i = 0; i < schedule.n_date(); ++i) dates.push_back(schedule.date(i));
  return dates;
}

// Throws Error unless the nested run takes its waves from what the larger one writes for it.
void check_nest(const Case& larger, const BoundaryOutputSettings& boundary, const std::string& file,
                const Case& nested, const std::vector<DateTime>& dates) {
  const RunConfig& config = nested.config;
  const std::string who =
      text("'", nested.file, "' (output.boundaries, ", boundary.name, " of '", larger.file, "')");
  const WaveFileSettings& waves = config.boundary.file;
  require(config.boundary.kind == "file" && waves.files.size() == 1 &&
              resolved_path(waves.files[0]) == resolved_path(file),
          "the nested run of ", who, " must take its waves from '", file,
          "', which the larger run writes; set its boundary.kind to file and its boundary.files to that file "
          "alone");
  require(config.mesh.kind == "file" && resolved_path(config.mesh.file) == resolved_path(boundary.mesh),
          "the nested run of ", who, " must be on the mesh '", boundary.mesh.string(),
          "', for which the larger run writes spectra; set its mesh.file");
  require(config.time.calendar == larger.config.time.calendar, "the nested run of ", who,
          " has the calendar ", config.time.calendar, ", but the larger one has ",
          larger.config.time.calendar, "; give both the same time.calendar");
  require(!dates.empty() && dates.front() <= config.start() && config.end() <= dates.back(),
          "the nested run of ", who, " is from ", config.start().iso(), " to ", config.end().iso(),
          ", but the larger run writes spectra ",
          dates.empty() ? std::string("at no date")
                        : text("from ", dates.front().iso(), " to ", dates.back().iso()),
          "; change time.start or time.end, or start and end of output.boundaries");
}

// `above`: the cases that this one is nested in.
Case read_with_nests(const std::string& file, const std::vector<std::string>& overrides,
                     std::vector<std::string> above) {
  for (const std::string& each : above)
    require(resolved_path(each) != resolved_path(file), "'", file,
            "' is nested in itself; name another case in "
            "output.boundaries.run");
  above.push_back(file);
  Case found;
  found.file = file;
  read_run_config(file, found.config, overrides);
  const OptionTable table = make_options_table(found.config);
  std::ostringstream resolved;
  table.write_resolved(resolved);
  found.resolved = resolved.str();
  found.settings = table.list_lasting_values();
  found.inputs = table.input_paths();
  found.inputs.emplace_back(file);
  for (const BoundaryOutputSettings& boundary : found.config.output.boundaries) {
    if (boundary.run.empty()) continue;
    Case::Nest nest{boundary.name, text(found.config.output.folder, "/boundary_", boundary.name, ".nc"),
                    boundary.ranks, read_with_nests(boundary.run.string(), {}, above)};
    const std::vector<DateTime> dates = dates_of(boundary, found.config, file);
    check_nest(found, boundary, nest.boundary, nest.nested, dates);
    nest.nested.config.boundary.file.files = {nest.boundary};  // even where the case names a link to it
    nest.nested.config.boundary.file.expected_dates = dates;
    found.nests.push_back(std::move(nest));
  }
  return found;
}

void list_folders(const Case& of, std::vector<const Case*>& cases) {
  for (const Case* other : cases)
    require(resolved_path(other->config.output.folder) != resolved_path(of.config.output.folder), "'",
            other->file, "' and '", of.file, "' would both write into '", of.config.output.folder,
            "'; give each run an output.folder of its own");
  cases.push_back(&of);
  for (const Case::Nest& nest : of.nests) list_folders(nest.nested, cases);
}

int count_nested_ranks(const Case& all) {
  int n = 0;
  for (const Case::Nest& nest : all.nests) n += nest.n_rank;
  return n;
}

// The fewest ranks of a run's own that compute.
int least_compute_ranks(const Case& all) {
  const ServerSettings& servers = all.config.output.servers;
  return servers.n_server > 0 ? least_of_either(servers.transport) : 1;
}

// Of a run and those nested in it, side by side.
int find_least_ranks(const Case& all) {
  return least_compute_ranks(all) + all.config.output.servers.n_server + count_nested_ranks(all);
}

// Throws Error unless each run has a rank that computes, before any of them begins. `nest`: its name in the
// larger run, or "".
void require_ranks(const Case& all, int n_rank, const std::string& nest = "") {
  const int n_compute = least_compute_ranks(all), n_server = all.config.output.servers.n_server;
  const int n_nested = count_nested_ranks(all), least = n_compute + n_server + n_nested;
  require(
      least <= n_rank, "'", all.file, "' is to have ", n_rank, n_rank == 1 ? " rank" : " ranks",
      ", but needs at least ", least, ": ", n_compute, n_compute == 1 ? " that computes" : " that compute",
      n_server > 0 ? text(", ", n_server, " for output (output.servers)") : "",
      n_nested > 0 ? text(", ", n_nested, " of the runs nested in it (output.boundaries.ranks)") : "", "; ",
      nest.empty() ? text("start mpirun -n ", least, ", or check with --ranks ", least)
                   : text("raise the ranks of ", nest, " in output.boundaries of the larger run"));
  for (const Case::Nest& each : all.nests) require_ranks(each.nested, each.n_rank, each.name);
}

// Whether runs are made one after another: on one rank, which each has to itself.
bool are_in_turn(const Case& all, int n_rank) {
  return n_rank == 1 && !all.has_servers();
}

// The ranks of a run's own and those of each run nested in it.
class JobSplit {
 public:
  JobSplit(const Case& all, const Communicator& ranks) : job_(ranks.duplicate()), mine_(split(all)) {}

  const Communicator& job() const { return job_; }
  const Communicator& mine() const { return mine_; }
  // Of the run that this rank belongs to; -1 = the larger one.
  int nest() const { return nest_; }
  // The first rank of a nested run, in the job.
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

Log log_of(const Communicator& ranks, const std::string& name) {
  if (ranks.rank() != 0) return {};
  return Log(std::cout, emphasised("warning: ", Colour::yellow, STDOUT_FILENO), name);
}

ForecastInfo describe(const Case& of, const JobInfo& info) {
  return {of.file, of.resolved, of.settings, of.inputs, info.since_start, info.signal};
}

// What all runs of a job share.
struct Job {
  const JobInfo& info;
  bool has_table;                       // of several runs
  std::vector<RunReport> reports = {};  // of those of which this rank is the first
};

// The errors of a nested run say which one it is, once; all go into the log too.
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

// The worst of all ranks; it waits without spinning, as other runs may take longer.
RunEnd agree_on_end(const Communicator& job, RunEnd end) {
  double worst = double(end);
  CollectiveRequest request = job.start_max_in_place(std::span(&worst, 1));
  nap_until([&] { return request.test(); });
  return RunEnd(int(worst));
}

// On one rank: the larger run first.
RunEnd run_in_turn(const Case& all, const Communicator& rank, Job& job, const RunStart& start,
                   const std::string& name) {
  RunEnd end = run_one(all, rank, job, start, name, nullptr, nullptr);
  for (const Case::Nest& nest : all.nests)
    if (end == RunEnd::complete)
      end = run_in_turn(nest.nested, rank, job, start.of_nested(), name + nest.name + ": ");
  return end;
}

// The first of the ranks that write boundary files, of so many in a run.
int boundary_writer(const OutputSettings& output, int n_rank) {
  if (output.servers.n_server == 0) return 0;
  return n_rank - output.servers.n_server + ServerShares(output).team_of(OutputKind::boundaries);
}

RunEnd run_family(const Case& all, const Communicator& ranks, Job& job, const RunStart& start,
                  const std::string& name, NestListener* larger) {
  if (all.nests.empty()) return run_one(all, ranks, job, start, name, nullptr, larger);
  const JobSplit split(all, ranks);
  RunEnd end = RunEnd::complete;
  std::optional<ToldToEnd> told;  // thrown when the others have ended too, with their restarts
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
                          nest.nested.config.boundary.file.expected_dates);
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
  if (split) split->job().barrier();  // as check_forecast
}

// As if on `n_rank` ranks, on a single process.
void check_family_as(const Case& all, const Communicator& rank, const JobInfo& info, const std::string& name,
                     const CheckPlan& plan) {
  const bool in_turn = plan.n_rank == 1;
  check_one(all, rank, info, name, {in_turn ? 1 : plan.n_rank - count_nested_ranks(all), plan.needs});
  for (const Case::Nest& nest : all.nests)
    check_family_as(nest.nested, rank, info, name + nest.name + ": ", {in_turn ? 1 : nest.n_rank, ""});
}

// What the job needs, for the end of a sentence; nothing for a run that is alone and has no servers.
std::string describe_need(const Case& all) {
  if (all.nests.empty() && !all.has_servers()) return "";
  const int least = find_least_ranks(all);
  return text("it needs at least ", least, " ranks (mpirun -n ", least, " groundswell run ", all.file, ")",
              all.has_servers() ? "" : ", or 1, on which its runs are made one after another");
}

}  // namespace

bool Case::has_servers() const {
  return config.output.servers.n_server > 0 ||
         std::ranges::any_of(nests, [](const Nest& nest) { return nest.nested.has_servers(); });
}

Case read_case(const std::string& file, const std::vector<std::string>& overrides) {
  Case all = read_with_nests(file, overrides, {});
  std::vector<const Case*> cases;
  list_folders(all, cases);
  return all;
}

RunEnd run_job(const Case& all, const Communicator& ranks, const JobInfo& info, const RunStart& start) {
  const bool in_turn = are_in_turn(all, ranks.size());
  run_together(ranks, [&] {
    if (!in_turn) require_ranks(all, ranks.size());
  });
  Job job{info, !all.nests.empty()};
  std::exception_ptr told;  // to end without a restart, which is thrown after the table
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
