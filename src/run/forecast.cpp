// SPDX-License-Identifier: Apache-2.0
#include "run/forecast.hpp"

#include <fmt/format.h>

#include <functional>
#include <memory>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/checksum.hpp"
#include "model/model.hpp"
#include "output/output.hpp"
#include "output/served_output.hpp"
#include "run/balance_output.hpp"
#include "run/end_watch.hpp"
#include "run/model_output.hpp"
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

// `before_removal` is called before restarts are removed, on the rank that removes them, but not by output
// servers. Collective, with output servers also on these (wait_for_servers).
std::unique_ptr<RunOutput> make_output(PreparedRun& run, const RankRoles& roles, const ForecastInfo& info,
                                       const std::function<void()>& before_removal) {
  const OutputSettings& settings = run.config.output;
  const OutputHeader header = make_output_header(run.config.title, run.model.period().begin, info.case_file);
  if (roles.n_output_server() == 0)
    return std::make_unique<Output>(
        roles.mine(), std::move(run.products), header, run.model.local(), run.goes_on_from,
        RestartStore(settings.folder, settings.restart.keeping(), info.inputs, before_removal),
        after_writing(info.nested));
  wait_for_servers(roles);
  return std::make_unique<ServedOutput>(roles, make_teams(roles, settings), std::move(run.products),
                                        run.model.local(), run.restarts.fields(), settings.servers.memory,
                                        settings.servers.transport);
}

// The time loop of a run, including the output at its dates.
class ForecastLoop {
 public:
  ForecastLoop(PreparedRun& run, const RankRoles& roles, const Log& log, const ForecastInfo& info,
               EndWatch& watch)
      : run_(run),
        status_(make_status(run)),
        log_(log),
        watch_(watch),
        larger_(info.larger),
        inputs_(info.inputs),
        source_(run.model, run.statistics),
        output_(make_output(run, roles, info, [this] { write_status(RunState::running); })),
        progress_(log, run.model.state().now, run.model.period().end) {}

  // Returns Told::nothing at the end of the run. Written files are logged, even if an error is thrown.
  Told run() {
    try {
      return run_steps();
    } catch (const std::exception& error) {
      progress_.show_last();
      write_news();
      write_status(RunState::failed, error.what());
      throw;
    }
  }
  void write_status(RunState state, const std::string& error = "") {
    if (run_.model.domain().communicator.rank() == 0)
      status_.write(state, run_.model.state().now, log_, error);
  }

 private:
  Told run_steps() {
    Model& model = run_.model;
    if (run_.goes_on_from)
      run_on_root(model.domain().communicator, 0,
                  [&] { run_.restarts.remove_later([&] { write_status(RunState::running); }); });
    write_status(RunState::running);
    if (!run_.goes_on_from) {
      give();
      publish();
    }
    while (!model.at_end()) {
      if (const Told told = wait_for_larger_run(); told != Told::nothing) return leave(told);
      receive();
      watch_.start_step();
      output_->guard([this, &model] {
        model.step([this] { progress(); });
        source_.end_step();
      });
      if (run_.coupling) run_.coupling->advance();
      give();
      publish();
      if (is_new_hour()) {
        say_progress();
        watch_network();
      }
      if (run_.restarts.due()) run_.restarts.write(*output_);
      write_news();
      if (model.at_end()) break;
      if (const Told told = watch_.look(model.domain().communicator, seconds_to_leave());
          told != Told::nothing)
        return leave(told);
    }
    // say_progress() samples the highest sea. It is called after the last restart, which must not contain
    // this sample: a run with a later end takes no sample at this date.
    if (!is_new_hour()) say_progress();
    progress_.show_last();
    output_->finish();
    if (run_.coupling) output_->guard([this] { finish_coupling(); });
    write_news();
    run_.network.say_report();
    if (const std::string report = output_->report(); !report.empty()) log_.info(report);
    return Told::nothing;
  }

  void progress() {
    output_->progress();
    if (run_.coupling) run_.coupling->coupler().progress();
  }
  // Waits for what the next step takes from other components.
  void receive() {
    if (!run_.coupling) return;
    ScopedTimer timer(run_.model.measures().timers, "coupling.wait");
    output_->guard([this] { run_.coupling->receive([this] { output_->progress(); }); });
  }
  // Gives them what is due at the model's date.
  void give() {
    if (run_.coupling)
      output_->guard([this] { run_.coupling->give(run_.model, [this] { output_->progress(); }); });
  }

  void finish_coupling() {
    const Coupler& coupler = run_.coupling->coupler();
    run_.coupling->coupler().finish();
    const RestartSettings& restart = run_.config.output.restart;
    if (restart.interval == 0 || restart.partners.empty()) return;
    run_on_root(run_.model.domain().communicator, 0, [&] {
      RestartStore(run_.config.output.folder, restart.keeping(), inputs_)
          .remove_old(coupler.now().iso(), coupler.setup().settings.wait_limit);
    });
  }

  // Time [s] needed for a restart, including pending output that must be written before it.
  double seconds_to_leave() const { return output_->longest_restart() + output_->backlog_seconds(); }

  // Waits for the inflow of the next step.
  Told wait_for_larger_run() {
    if (larger_ == nullptr) return Told::nothing;
    ScopedTimer timer(run_.model.measures().timers, "boundary.wait");
    const Communicator& ranks = run_.model.domain().communicator;
    Told told = Told::nothing;
    const auto answer = larger_->wait_for(ranks, run_.model.state().now + run_.config.model.time.step, [&] {
      output_->progress();
      told = watch_.look_while_waiting(ranks, seconds_to_leave());
      return told != Told::nothing;
    });
    return answer == NestListener::Answer::over ? watch_.end_with_larger_run() : told;
  }

  Told leave(Told told) {
    if (run_.coupling) leave_job();
    if (told == Told::to_go_on_later || run_.restarts.are_wanted()) run_.restarts.write(*output_);
    output_->leave();
    progress_.show_last();
    write_news();
    run_.network.say_report();
    return told;
  }

  // The other components are not at the same date, so no restart is written.
  [[noreturn]] void leave_job() {
    output_->leave();
    progress_.show_last();
    throw LeftJob(
        text("the run was told to end (", watch_.why(), ") at ", run_.model.state().now.iso(),
             ", and all components end with it; `groundswell run --continue` goes on from the newest "
             "restart that all of them have"),
        run_.model.domain().communicator.rank() == 0);
  }

  bool is_new_hour() const {
    return (run_.model.state().now - run_.model.period().begin) % 3600 < run_.config.model.time.step;
  }

  void say_progress() {
    output_->guard(
        [&] { progress_.say(run_.model.state().now, run_.model.state().n_step, run_.highest.now()); });
  }

  void watch_network() {
    if (!run_.network.is_on()) return;
    ScopedTimer timer(run_.model.measures().timers, "network.watch");
    run_.network.look();
  }

  void publish() {
    ScopedTimer timer(run_.model.measures().timers, "output.publish");
    output_->publish(run_.model.state().now, source_);
  }
  void write_news() {
    bool is_due = false;
    for (const RunOutput::News& news : output_->take_news()) {
      news.is_restart ? log_.info(news.line) : log_.note(news.line);
      for (const CompleteFile& file : news.complete) status_.add(file);
      is_due = is_due || news.is_restart || !news.complete.empty();
    }
    if (is_due) write_status(RunState::running);
  }

  PreparedRun& run_;
  RunStatus status_;
  const Log& log_;
  EndWatch& watch_;
  NestListener* larger_;
  const std::vector<std::filesystem::path>& inputs_;
  ModelOutput source_;
  std::unique_ptr<RunOutput> output_;
  RunProgress progress_;
};

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
  if (run->coupling) {
    facts.coupling = make_coupling_report(run->coupling->coupler(), ranks);
    for (const std::string& line : facts.coupling->lines()) log.info(line);
  }
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
