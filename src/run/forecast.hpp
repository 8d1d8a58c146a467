// SPDX-License-Identifier: Apache-2.0
// A whole run: mesh, model, output, progress, timers. Implements `groundswell run` and `groundswell check`.
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

// Runs from start to end and writes all output; a run that is rejected changes nothing on disk. Throws
// NothingLeft if the run is to be resumed but has no usable restart. `log` writes on the first rank only.
// Throws Error. Collective.
RunEnd run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const RunStart& start = {});

// What a run must know about the other runs of its job.
struct JobRuns {
  std::vector<std::filesystem::path> folders;  // output folders of all runs, including this one
  bool in_turn;                                // whether they run one after another rather than side by side
};

// On the ranks that compute, returns the reason why a run that is to be resumed has no usable restart, or "".
// Makes all checks of a start, changes nothing, and is independent of the other runs in the job; if the run
// cannot be prepared before these have written their files, nothing is checked. Throws Error if the run would
// be rejected. Collective.
std::string look_ahead(const RunConfig& config, const Communicator& world, const Log& log,
                       const ForecastInfo& info, const RunStart& start, const JobRuns& job);

// Assumptions of a check.
struct CheckPlan {
  // Ranks to assume, servers included, if one process checks for them all; 0: the actual number.
  int n_rank = 0;
  std::string needs;  // requirements of the job, appended to the last line of the report, or ""
};

// Builds everything, reports cells per rank, memory, sub-steps and output, and stops. For a different number
// of ranks than the actual one, it covers the roles, the parts of the mesh with their loads, and the shares
// of servers, but not what requires the ranks themselves. Throws Error. Collective.
void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const CheckPlan& plan = {});

}  // namespace groundswell
