// SPDX-License-Identifier: Apache-2.0
// The result of a run: lines for a single run, a table for all runs of a job.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// The existing files of a run, under their own names or still with the ending .part.
struct WrittenFiles {
  int n_file = 0;
  double bytes = 0.0;
  std::string list;  // "fields.nc (1.2 MB), restart_*.nc (2 files, 3.4 MB)"
};
// Finds the files of these names in a folder; a `*` in a name stands for a date or a day.
WrittenFiles find_written(const std::filesystem::path& folder, const std::vector<std::string>& names);

// The result of one run, as known on its first rank.
struct RunReport {
  std::string run;             // name of the run
  std::string state;           // "complete"
  std::string began, reached;  // dates; empty for a run that did nothing
  std::int64_t n_step = 0;     // between these dates
  double seconds = 0.0;        // wall-clock time of these steps and their output
  std::string highest;         // the highest sea, with location and date
  std::string folder;
  WrittenFiles files;

  // Lines for the log.
  std::vector<std::string> lines() const;
};

// One line per report, below a header; columns are as wide as their widest entry. Widths count UTF-8
// characters.
std::vector<std::string> format_reports(std::span<const RunReport> reports);

// The reports of all ranks on the first rank, in the order of ranks. Collective.
std::vector<RunReport> gather_reports(const Communicator& communicator, std::span<const RunReport> mine);

}  // namespace groundswell
