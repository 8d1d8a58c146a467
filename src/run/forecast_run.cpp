// SPDX-License-Identifier: Apache-2.0
#include "run/forecast_run.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/checksum.hpp"
#include "run/balance_output.hpp"
#include "run/progress.hpp"
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
  log.info(info.driven ? text("the program that makes its steps ends the run at ", date,
                              ", with a restart from which it can go on")
                       : text("the run was told to end (", watch.why(), ") and did so at ", date,
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

}  // namespace

ForecastRun::ForecastRun(const RunConfig& config, const RankRoles& roles, const Log& log,
                         const ForecastInfo& info, const RunStart& start)
    : config_(config),
      roles_(roles),
      log_(log),
      info_(info),
      watch_(config.wall_clock_limit, info.since_start, info.signal),
      folder_(roles.mine(), config.output.folder, info.inputs) {
  RunPreparation preparation(config, roles.mine(), log, info, start, folder_, watch_);
  run_together_napping(roles.world(), [&] { prepared_ = preparation.prepare(); });
  tell_servers(roles, prepared_.run.get(), prepared_.end);
}

RunEnd ForecastRun::end_unbegun() const {
  if (prepared_.end == RunEnd::nothing_left) throw NothingLeft(prepared_.why_none, roles_.mine().rank() == 0);
  log_.info(prepared_.why_none);
  if (info_.report)
    info_.report->state = prepared_.end == RunEnd::complete ? "nothing to do" : "did not begin";
  return prepared_.end;
}

void ForecastRun::begin() {
  PreparedRun& run = prepared();
  watch_.catch_ends();  // before anything is written
  run_together(roles_.world(), [&] {
    folder_.take(run.written, run.folder_start());
    run_on_root(roles_.mine(), 0, [&] {
      log_.open_file(folder_.path() / log_name);
      write_text_file(folder_.path() / resolved_name, info_.resolved);
    });
  });
  if (!folder_.said().empty()) log_.info(folder_.said());
  facts_ = make_facts(config_, run.model);
  tell_beginning(log_, config_, run, facts_);
  stopwatch_ = Stopwatch();
  loop_.emplace(run, roles_, log_, info_, watch_);
}

RunEnd ForecastRun::end(Told told) {
  PreparedRun& run = prepared();
  if (told != Told::nothing) {
    loop_->write_status(RunState::told_to_end);
    return end_early(run, told, watch_, log_, info_, stopwatch_.seconds());
  }
  const Communicator& ranks = roles_.mine();
  Model& model = run.model;
  ModelMeasures& measures = model.measures();
  if (measures.cost.is_wanted())
    write_cell_cost(config_.model.parallel.cost_file, ranks, model.local(), measures.cost,
                    find_computing_seconds(measures.timers));
  if (config_.balance.enabled) write_balance(config_.balance, folder_.path(), config_.title, model);

  const double total = stopwatch_.seconds();
  const auto rows = reduce_timers(ranks, measures.timers);
  log_.info(format_timers(rows, total));
  log_.info(describe_load(find_load(rows), total));
  if (const std::string notes = join_halo_notes(model); !notes.empty()) log_.info(notes);
  log_.info(fmt::format("state checksum {:016x}",
                        compute_checksum(model.domain().communicator, model.local(), model.state())));
  facts_.memory = reduce_memory(ranks, measures.memory);
  facts_.placement = find_placement(ranks);
  facts_.work = reduce_work(ranks, measures.work);
  if (run.coupling) facts_.coupling = report_coupling(run.coupling->coupler(), ranks, log_);
  run_on_root(ranks, 0, [&] {
    write_timers_json(folder_.path().string() + "/timers.json", facts_, rows, total);
    // If the run is killed after this, --continue repeats only what follows the last step.
    loop_->write_status(RunState::finished);
    folder_.finish();
    report_end(log_, info_, run, "complete", total);
  });
  return RunEnd::complete;
}

}  // namespace groundswell
