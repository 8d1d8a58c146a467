// SPDX-License-Identifier: Apache-2.0
// What a run is told beside its settings.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "run/nest_link.hpp"
#include "run/run_report.hpp"
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

}  // namespace groundswell
