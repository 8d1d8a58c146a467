// SPDX-License-Identifier: Apache-2.0
// A whole run: mesh, model, output, progress, timers. What `groundswell run` and `groundswell check` do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "run/nest_link.hpp"
#include "run/run_config.hpp"
#include "run/run_end.hpp"
#include "run/run_report.hpp"
#include "run/run_start.hpp"
#include "run/settings_difference.hpp"

namespace groundswell {

struct ForecastInfo {
  std::string case_file;                      // for the history of output files
  std::string resolved;                       // the resolved configuration, written beside the output
  SettingValues settings;                     // those that must stay while the run goes on
  std::vector<std::filesystem::path> inputs;  // every file that the run reads; none may be replaced
  Stopwatch since_start;                      // of the program
  StopSignal& signal;                         // of the program too
  NestSpeaker* nested = nullptr;              // runs in the same job that are nested in this one
  NestListener* larger = nullptr;             // the run in the same job that this one is nested in
  RunReport* report = nullptr;  // of one of several runs of a job: gets on the first rank what is told of all
};

// Runs from start to end and writes everything; a run that is refused changes nothing on disk.
// Throws NothingLeft where it should go on and cannot.
// `log` writes on the first rank only. Throws Error. Collective.
RunEnd run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const RunStart& start = {});

// What a run must know of the others in its job.
struct JobRuns {
  std::vector<std::filesystem::path> folders;  // in which they write, this run's own among them
  bool in_turn;                                // or side by side
};

// Why a run that should go on has nothing to go on from, on the ranks that compute; or "". Makes all checks
// of a start, changes nothing, and needs nothing of the other runs in the job; where it cannot be prepared
// before they have written, nothing is checked. Throws Error where the run would be refused. Collective.
std::string look_ahead(const RunConfig& config, const Communicator& world, const Log& log,
                       const ForecastInfo& info, const RunStart& start, const JobRuns& job);

// What a check assumes.
struct CheckPlan {
  int n_rank = 0;     // as if on so many, servers among them, from a single process; 0: on those that check
  std::string needs;  // of the job, for the last sentence, or ""
};

// Builds everything, reports cells per rank, memory, sub-steps and output, and stops. For other ranks than
// those that check: who computes and who writes, the parts of the mesh with their loads, and shares of
// servers, not what needs the ranks themselves. Throws Error. Collective.
void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const CheckPlan& plan = {});

}  // namespace groundswell
