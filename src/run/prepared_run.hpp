// SPDX-License-Identifier: Apache-2.0
// All of a run that reads, and nothing that writes: whatever a run is refused for, it is refused here.
#pragma once

#include <memory>
#include <optional>

#include "base/log.hpp"
#include "base/process_memory.hpp"
#include "model/model.hpp"
#include "output/output_folder.hpp"
#include "output/product_list.hpp"
#include "output/time_statistics.hpp"
#include "run/end_watch.hpp"
#include "run/forecast.hpp"
#include "run/highest_sea.hpp"
#include "run/run_restarts.hpp"

namespace groundswell {

// What was done and written when, in the output folder.
inline constexpr char log_name[] = "groundswell.log";
// All settings, there.
inline constexpr char resolved_name[] = "resolved.yaml";

// How far it has come (run_status.hpp), there.
inline constexpr char status_name[] = "status.json";

struct PreparedRun {
  // `settings` may differ from `info` where the state is loaded, from a restart of the date `from`;
  // references must live as long. Throws Error. Collective.
  PreparedRun(const RunConfig& settings, const Communicator& world, const Log& log, const ForecastInfo& info,
              const std::optional<DateTime>& from = {});

  RunConfig config;
  MemoryLedger memory;  // as it was at the start
  Model model;
  HighestSea highest;
  ProductList products;
  TimeStatistics statistics;
  RunRestarts restarts;
  std::optional<DateTime> goes_on_from;
  FullestDate fullest;  // for output servers; without them nothing
  RunFiles files;

  FolderStart folder_start() const { return goes_on_from ? FolderStart::go_on : FolderStart::anew; }
};

// A run, or why there is none: it should go on, but has reached its end already, or has nothing to go on from
// (prepare_to_go_on); or it is nested in one that has not come to the date at which it begins, and one of the
// two has ended or was told to.
struct Preparation {
  std::unique_ptr<PreparedRun> run;
  std::string why_none = {};
  RunEnd end = RunEnd::complete;
  HeldFolder held = {};  // if the run should go on
};
// The settings as they can be prepared before a larger run of the job has written what enters.
RunConfig without_larger_run(RunConfig config);
// The same before any run of the job has written anything into the `folders` of all: the sea is calm if the
// run begins with one that another run will write or move. Nothing where it reads more of that. Collective.
std::optional<RunConfig> without_other_runs(const RunConfig& config,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& folders,
                                            const Communicator& world);

// How a run that should go on does so, which reads only: a run that goes on, why there is none, or neither
// where it begins. Throws Error. Collective.
Preparation find_start(const RunConfig& config, const Communicator& world, const Log& log,
                       const ForecastInfo& info, const RunStart& start, EndWatch& watch);
// The same, or a run that begins, with all checks. Throws Error. Collective.
Preparation prepare_run(const RunConfig& config, const Communicator& world, const Log& log,
                        const ForecastInfo& info, const RunStart& start, EndWatch& watch);

// Waits until the larger run has come to a date, at which what enters must be known. Otherwise says why the
// run does not begin. The larger one may take long: whatever ends it meanwhile must not end the job at once.
// Collective.
std::optional<Preparation> wait_to_begin(const RunConfig& config, const Communicator& world,
                                         const ForecastInfo& info, const DateTime& date, EndWatch& watch);

}  // namespace groundswell
