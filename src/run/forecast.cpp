// SPDX-License-Identifier: Apache-2.0
#include "run/forecast.hpp"

#include <fmt/format.h>

#include <memory>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/checksum.hpp"
#include "model/model.hpp"
#include "run/balance_output.hpp"
#include "run/end_watch.hpp"
#include "run/forecast_loop.hpp"
#include "run/other_runs.hpp"
#include "run/progress.hpp"
#include "run/run_description.hpp"
#include "run/run_folder.hpp"
#include "run/run_preparation.hpp"
#include "run/run_status.hpp"
#include "run/served_run.hpp"

namespace groundswell {
namespace {

// The notes of the halo method on the first computing rank, one per line. Collective.
std::string join_halo_notes(const Model& model) {
  std::string lines;
  for (const std::string& note : model.halo().notes()) lines += (lines.empty() ? "" : "\n") + note;
  model.domain().communicator.broadcast(lines, 0);
  return lines;
}

// If all runs of a job are reported in one table, the lines about the end go only to the log file. Called on
// the first rank.
void report_end(const Log& log, const ForecastInfo& info, const PreparedRun& run, const std::string& state,
                double seconds) {
  const DateTime from = run.goes_on_from.value_or(run.model.period().begin), now = run.model.state().now;
  RunReport report{"",
                   state,
                   from.iso(),
                   now.iso(),
                   (now - from) / run.config.model.time.step,
                   seconds,
                   run.highest.ever(),
                   run.config.output.folder.string(),
                   find_written(run.config.output.folder, run.written)};
  if (run.model.at_end())
    for (const std::string& line : report.lines()) info.report ? log.note(line) : log.info(line);
  if (!info.report) return;
  report.run = info.report->run;
  *info.report = report;
}

// Handles a run that was asked to stop early. Without a restart this is an error.
RunEnd end_early(const PreparedRun& run, Told told, const EndWatch& watch, const Log& log,
                 const ForecastInfo& info, double seconds) {
  const std::string date = run.model.state().now.iso();
  const bool has_restart = told != Told::to_end || run.restarts.are_wanted();
  if (run.model.domain().communicator.rank() == 0)
    report_end(log, info, run, has_restart ? "to go on" : "ended early", seconds);
  if (!has_restart)
    throw ToldToEnd(text("the run was told to end (", watch.why(), ") and did so at ", date,
                         "; its files keep the ending .part and hold all dates up to then"));
  log.info(text("the run was told to end (", watch.why(), ") and did so at ", date,
                " with a restart; `groundswell run --continue` goes on from there"));
  return RunEnd::to_go_on;
}

void tell_beginning(const Log& log, const RunConfig& config, PreparedRun& run, const BannerFacts& facts) {
  write_banner(log, facts);
  write_warnings(log, config, run);
  for (const std::string& line : describe_output(run)) log.info("  " + line);
  for (const std::string& line : run.model.forcing().describe()) log.info("  forcing   " + line);
  for (const std::string& line : run.model.start_report()) log.info(line);
  if (run.goes_on_from) log.info("the run goes on from " + run.goes_on_from->iso());
}

RunEnd compute_run(const RunConfig& config, const RankRoles& roles, const Log& log, const ForecastInfo& info,
                   const RunStart& start) {
  const Communicator& ranks = roles.mine();
  EndWatch watch(config.wall_clock_limit, info.since_start, info.signal);
  RunFolder folder(ranks, config.output.folder, info.inputs);
  RunPreparation preparation(config, ranks, log, info, start, folder, watch);
  Preparation prepared;
  run_together_napping(roles.world(), [&] { prepared = preparation.prepare(); });
  const std::unique_ptr<PreparedRun>& run = prepared.run;
  tell_servers(roles, run.get(), prepared.end);
  if (!run) {
    if (prepared.end == RunEnd::nothing_left) throw NothingLeft(prepared.why_none, ranks.rank() == 0);
    log.info(prepared.why_none);
    if (info.report)
      info.report->state = prepared.end == RunEnd::complete ? "nothing to do" : "did not begin";
    return prepared.end;
  }
  Model& model = run->model;
  watch.catch_ends();  // before anything is written
  run_together(roles.world(), [&] {
    folder.take(run->written, run->folder_start());
    run_on_root(ranks, 0, [&] {
      log.open_file(folder.path() / log_name);
      write_text_file(folder.path() / resolved_name, info.resolved);
    });
  });
  if (!folder.said().empty()) log.info(folder.said());
  BannerFacts facts = make_facts(config, model);
  tell_beginning(log, config, *run, facts);
  const Stopwatch stopwatch;
  ForecastLoop loop(*run, roles, log, info, watch);
  if (const Told told = loop.run(); told != Told::nothing) {
    loop.write_status(RunState::told_to_end);
    return end_early(*run, told, watch, log, info, stopwatch.seconds());
  }
  if (model.measures().cost.is_wanted())
    write_cell_cost(config.model.parallel.cost_file, model.domain().communicator, model.local(),
                    model.measures().cost, find_computing_seconds(model.measures().timers));
  if (config.balance.enabled) write_balance(config.balance, folder.path(), config.title, model);

  const double total = stopwatch.seconds();
  const auto rows = reduce_timers(ranks, model.measures().timers);
  log.info(format_timers(rows, total));
  log.info(describe_load(find_load(rows), total));
  if (const std::string notes = join_halo_notes(model); !notes.empty()) log.info(notes);
  log.info(fmt::format("state checksum {:016x}",
                       compute_checksum(model.domain().communicator, model.local(), model.state())));
  facts.memory = reduce_memory(ranks, model.measures().memory);
  facts.placement = find_placement(ranks);
  facts.work = reduce_work(ranks, model.measures().work);
  if (run->coupling) facts.coupling = report_coupling(run->coupling->coupler(), ranks, log);
  run_on_root(ranks, 0, [&] {
    write_timers_json(folder.path().string() + "/timers.json", facts, rows, total);
    // If the run is killed after this, --continue repeats only what follows the last step.
    loop.write_status(RunState::finished);
    folder.finish();
    report_end(log, info, *run, "complete", total);
  });
  return RunEnd::complete;
}

}  // namespace

std::string look_ahead(const RunConfig& config, const Communicator& world, const Log& log,
                       const ForecastInfo& info, const RunStart& start, const JobRuns& job) {
  const std::optional<RunConfig> alone = without_other_runs(config, info.inputs, job.folders, world);
  if (!alone) return "";
  const RankRoles roles = make_roles(world, config.output.servers);
  std::string why;
  run_together_napping(world, [&] {
    if (roles.role() == RankRole::output_server) return;
    EndWatch watch(0, info.since_start, info.signal);
    RunFolder folder(roles.mine(), alone->output.folder, info.inputs);
    const Preparation prepared =
        RunPreparation(*alone, roles.mine(), log, info, start, folder, watch).prepare();
    if (prepared.end == RunEnd::nothing_left) why = prepared.why_none;
    require(
        job.in_turn || alone->model.initial.kind == config.model.initial.kind || !prepared.run ||
            prepared.run->goes_on_from,
        "the run would begin with a sea (initial) from the folder of another run of this job, which runs at "
        "the same time; start the job on one process, which makes its runs one after another, or name a "
        "file elsewhere");
  });
  return why;
}

RunEnd run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const RunStart& start) {
  const RankRoles roles = make_roles(world, config.output.servers);
  if (roles.role() == RankRole::output_server) return serve_run(config, roles, info);
  return compute_run(config, roles, log, info, start);
}

}  // namespace groundswell
