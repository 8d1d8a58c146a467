// SPDX-License-Identifier: Apache-2.0
#include "run/forecast_loop.hpp"

#include <exception>
#include <functional>
#include <utility>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "run/served_run.hpp"

namespace groundswell {
namespace {

// `before_removal` is called before restarts are removed, on the rank that removes them, but not by output
// servers. Collective, with output servers also on these (wait_for_servers).
RunOutput make_output(PreparedRun& run, const RankRoles& roles, const ForecastInfo& info,
                      const std::function<void()>& before_removal) {
  const OutputSettings& settings = run.config.output;
  const OutputHeader header = make_output_header(run.config.title, run.model.period().begin, info.case_file,
                                                 run.config.model.parameters);
  if (roles.n_output_server() == 0)
    return RunOutput(roles.mine(), std::move(run.products), header, run.model.local(), run.goes_on_from,
                     RestartStore(settings.folder, settings.restart.keeping(), info.inputs, before_removal),
                     after_writing(info.nested));
  wait_for_servers(roles);
  return RunOutput(roles, make_teams(roles, settings), std::move(run.products), run.model.local(),
                   run.restarts.fields(), settings.servers);
}

}  // namespace

ForecastLoop::ForecastLoop(PreparedRun& run, const RankRoles& roles, const Log& log, const ForecastInfo& info,
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

Told ForecastLoop::run() {
  try {
    return run_steps();
  } catch (const std::exception& error) {
    fail(error.what());
    throw;
  }
}

void ForecastLoop::fail(const std::string& error) {
  progress_.show_last();
  write_news();
  leaves_job_ ? write_status(RunState::told_to_end) : write_status(RunState::failed, error);
}

void ForecastLoop::write_restart() {
  run_.restarts.write(output_);
  write_news();
}

void ForecastLoop::write_status(RunState state, const std::string& error) {
  if (run_.model.domain().communicator.rank() == 0) status_.write(state, run_.model.state().now, log_, error);
}

Told ForecastLoop::run_steps() {
  begin();
  while (!run_.model.at_end())
    if (const Told told = step(); told != Told::nothing) return leave(told);
  end();
  return Told::nothing;
}

void ForecastLoop::begin() {
  if (run_.goes_on_from)
    run_on_root(run_.model.domain().communicator, 0,
                [&] { run_.restarts.remove_later([&] { write_status(RunState::running); }); });
  write_status(RunState::running);
  if (run_.goes_on_from) return;
  give();
  publish();
}

Told ForecastLoop::step() {
  Model& model = run_.model;
  if (const Told told = wait_for_larger_run(); told != Told::nothing) return told;
  receive();
  watch_.start_step();
  output_.guard([this, &model] {
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
  if (run_.restarts.due()) run_.restarts.write(output_);
  write_news();
  return model.at_end() ? Told::nothing : watch_.look(model.domain().communicator, seconds_to_leave());
}

void ForecastLoop::end() {
  // say_progress() samples the highest sea. It is called after the last restart, which must not contain
  // this sample: a run with a later end takes no sample at this date.
  if (!is_new_hour()) say_progress();
  progress_.show_last();
  output_.finish();
  if (run_.coupling) output_.guard([this] { finish_coupling(); });
  write_news();
  run_.network.say_report();
  if (const std::string report = output_.report(); !report.empty()) log_.info(report);
}

void ForecastLoop::progress() {
  output_.progress();
  if (run_.coupling) run_.coupling->coupler().progress();
}

void ForecastLoop::receive() {
  if (!run_.coupling) return;
  ScopedTimer timer(run_.model.measures().timers, "coupling.wait");
  output_.guard([this] { run_.coupling->receive([this] { output_.progress(); }); });
}

void ForecastLoop::give() {
  if (run_.coupling)
    output_.guard([this] { run_.coupling->give(run_.model, [this] { output_.progress(); }); });
}

void ForecastLoop::finish_coupling() {
  const Coupler& coupler = run_.coupling->coupler();
  run_.coupling->coupler().finish();
  const RestartSettings& restart = run_.config.output.restart;
  if (restart.interval == 0 || restart.partners.empty()) return;
  run_on_root(run_.model.domain().communicator, 0, [&] {
    RestartStore(run_.config.output.folder, restart.keeping(), inputs_)
        .remove_old(coupler.now().iso(), coupler.setup().settings.wait_limit);
  });
}

Told ForecastLoop::wait_for_larger_run() {
  if (larger_ == nullptr) return Told::nothing;
  ScopedTimer timer(run_.model.measures().timers, "boundary.wait");
  const Communicator& ranks = run_.model.domain().communicator;
  Told told = Told::nothing;
  const auto answer = larger_->wait_for(ranks, run_.model.state().now + run_.config.model.time.step, [&] {
    output_.progress();
    told = watch_.look_while_waiting(ranks, seconds_to_leave());
    return told != Told::nothing;
  });
  return answer == NestListener::Answer::over ? watch_.end_with_larger_run() : told;
}

Told ForecastLoop::leave(Told told) {
  if (run_.coupling) leave_job();
  if (told == Told::to_go_on_later || run_.restarts.are_wanted()) run_.restarts.write(output_);
  output_.leave();
  progress_.show_last();
  write_news();
  run_.network.say_report();
  return told;
}

void ForecastLoop::leave_job() {
  leaves_job_ = true;
  output_.leave();
  progress_.show_last();
  const bool is_first = run_.model.domain().communicator.rank() == 0;
  const std::string told = text("the run was told to end (", watch_.why(), ") at ",
                                run_.model.state().now.iso(), ", and all components end with it; ");
  if (!run_.restarts.are_wanted())
    throw CommonError(
        told + "they write no restarts (output.restart.interval) from which the job could go on", is_first);
  throw LeftJob(told + "`groundswell run --continue` goes on from the newest restart that all of them have",
                is_first);
}

bool ForecastLoop::is_new_hour() const {
  return (run_.model.state().now - run_.model.period().begin) % 3600 < run_.config.model.time.step;
}

void ForecastLoop::say_progress() {
  output_.guard(
      [&] { progress_.say(run_.model.state().now, run_.model.state().n_step, run_.highest.now()); });
}

void ForecastLoop::watch_network() {
  if (!run_.network.is_on()) return;
  ScopedTimer timer(run_.model.measures().timers, "network.watch");
  run_.network.look();
}

void ForecastLoop::publish() {
  ScopedTimer timer(run_.model.measures().timers, "output.publish");
  output_.publish(run_.model.state().now, source_);
}

void ForecastLoop::write_news() {
  bool is_due = false;
  for (const WrittenNews& news : output_.take_news()) {
    news.is_restart ? log_.info(news.line) : log_.note(news.line);
    for (const CompleteFile& file : news.complete) status_.add(file);
    is_due = is_due || news.is_restart || !news.complete.empty();
  }
  if (is_due) write_status(RunState::running);
}

}  // namespace groundswell
