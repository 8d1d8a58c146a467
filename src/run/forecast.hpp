// SPDX-License-Identifier: Apache-2.0
// A whole run: mesh, model, output, progress, timers. What `groundswell run` and `groundswell check` do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "run/forecast_info.hpp"
#include "run/run_config.hpp"
#include "run/run_end.hpp"
#include "run/run_start.hpp"

namespace groundswell {

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
