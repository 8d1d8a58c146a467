// SPDX-License-Identifier: Apache-2.0
// A whole run: mesh, model, output, progress, timers. What `groundswell run` and `groundswell check` do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "model/run_config.hpp"

namespace groundswell {

struct ForecastInfo {
  std::string case_file;                      // for the history of output files
  std::string resolved;                       // the resolved configuration, written beside the output
  std::vector<std::filesystem::path> inputs;  // every file that the run reads; none may be replaced
};

// Runs from start to end and writes everything; a run that is refused changes nothing on disk. `log` writes
// on the first rank only. Throws Error. Collective.
void run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                  const ForecastInfo& info);

// Builds everything, reports cells per rank, memory, sub-steps and output, and stops. Collective.
void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info);

}  // namespace groundswell
