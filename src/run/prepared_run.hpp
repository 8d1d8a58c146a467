// SPDX-License-Identifier: Apache-2.0
// Everything that a run does before it writes: reads and checks all input. If the run cannot be made, it is
// rejected here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "base/process_memory.hpp"
#include "model/model.hpp"
#include "output/product_list.hpp"
#include "output/time_statistics.hpp"
#include "run/drift_watch.hpp"
#include "run/forecast_info.hpp"
#include "run/highest_sea.hpp"
#include "run/run_config.hpp"
#include "run/run_folder.hpp"
#include "run/run_restarts.hpp"
#include "run/wave_coupling.hpp"

namespace groundswell {

// Name of the log in the output folder.
inline constexpr char log_name[] = "groundswell.log";
// Name of the file with all settings in the output folder.
inline constexpr char resolved_name[] = "resolved.yaml";

// Name of the file with the run's progress (run_status.hpp) in the output folder.
inline constexpr char status_name[] = "status.json";

struct PreparedRun {
  // `settings` may differ from those in `info` if the state is loaded from a restart of the date `from`. The
  // references must outlive this object. Throws Error. Collective.
  PreparedRun(const RunConfig& settings, const Communicator& world, const Log& log, const ForecastInfo& info,
              const std::optional<DateTime>& from = {});

  RunConfig config;
  MemoryLedger memory;  // memory in use before the model is built
  std::unique_ptr<WaveCoupling>
      coupling;  // with the other components of a coupled job; null if there are none
  Model model;
  HighestSea highest;
  ProductList products;
  TimeStatistics statistics;
  RunRestarts restarts;
  DriftWatch network;
  std::optional<DateTime> goes_on_from;
  FullestDate fullest;               // for output servers; otherwise empty
  std::vector<std::string> written;  // names in the output folder, see RunFolder::check

  FolderStart folder_start() const { return goes_on_from ? FolderStart::go_on : FolderStart::anew; }
};

// Throws Error, on all ranks, if the data of one date exceed a server's memory, or if the run could not write
// a file. Collective.
void check_writing(PreparedRun& run, const RunFolder& folder, const Communicator& world);

}  // namespace groundswell
