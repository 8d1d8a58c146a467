// SPDX-License-Identifier: Apache-2.0
// Inputs of a run besides its settings.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "coupling/coupler.hpp"
#include "run/driven_fields.hpp"
#include "run/nest_link.hpp"
#include "run/run_report.hpp"
#include "run/settings_difference.hpp"

namespace groundswell {

struct ForecastInfo {
  std::string case_file;                      // for the attribute `history` of output files
  std::string resolved;                       // the resolved configuration, written beside the output
  SettingValues settings;                     // those that must be the same when the run is resumed
  std::vector<std::filesystem::path> inputs;  // all files that the run reads; none may be replaced
  Stopwatch since_start;                      // since the start of the program
  StopSignal* signal;                         // of the program; null if it reacts to signals itself
  NestSpeaker* nested = nullptr;              // link to the runs of the same job that are nested in this one
  NestListener* larger = nullptr;             // link to the run of the same job that this one is nested in
  const CouplerSetup* coupling = nullptr;     // of a run that is a component of a coupled job
  DrivenFields* driven = nullptr;             // of a run whose steps another program makes
  bool is_alone = false;  // whether this is a check of such a run without the other components
  // Filled in for the table of all runs of the job; null on ranks other than the first, and for a single run.
  RunReport* report = nullptr;
};

}  // namespace groundswell
