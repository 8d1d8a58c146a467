// SPDX-License-Identifier: Apache-2.0
// The time loop of a run, including the output at its dates and the exchange of fields with other components.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "comm/rank_roles.hpp"
#include "output/run_output.hpp"
#include "run/end_watch.hpp"
#include "run/forecast_info.hpp"
#include "run/model_output.hpp"
#include "run/prepared_run.hpp"
#include "run/progress.hpp"
#include "run/run_status.hpp"

namespace groundswell {

class ForecastLoop {
 public:
  // Made on the ranks that compute. All references must outlive this object. Collective, with output servers
  // also on these.
  ForecastLoop(PreparedRun& run, const RankRoles& roles, const Log& log, const ForecastInfo& info,
               EndWatch& watch);

  // Makes all steps. Returns Told::nothing at the end of the run. Written files are logged, even if an error
  // is thrown.
  Told run();

  // The parts of run(), for a caller that makes the steps: one begin(), steps, then end() after the last one
  // or leave() before it. After an error there is nothing left but fail(), which logs what has been written.
  void begin();
  // Makes one step; returns why the run is not to go on, if so.
  Told step();
  void end();
  // Ends a run that was told to.
  Told leave(Told told);
  void fail(const std::string& error);

  // Writes a restart of the model's date, unless there is one already.
  void write_restart();
  void write_status(RunState state, const std::string& error = "");

 private:
  Told run_steps();
  // The other components are not at the same date, so no restart is written.
  [[noreturn]] void leave_job();

  // Waits for the inflow of the next step.
  Told wait_for_larger_run();
  // Waits for what the next step takes from other components.
  void receive();
  // Gives them what is due at the model's date.
  void give();
  void finish_coupling();
  void progress();

  void publish();
  void write_news();
  void say_progress();
  void watch_network();
  bool is_new_hour() const;
  // Time [s] needed for a restart, including pending output that must be written before it.
  double seconds_to_leave() const { return output_.longest_restart() + output_.backlog_seconds(); }

  PreparedRun& run_;
  RunStatus status_;
  const Log& log_;
  EndWatch& watch_;
  NestListener* larger_;
  const std::vector<std::filesystem::path>& inputs_;
  ModelOutput source_;
  RunOutput output_;
  RunProgress progress_;
  bool leaves_job_ = false;  // as it was told to end
};

}  // namespace groundswell
