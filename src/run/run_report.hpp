// SPDX-License-Identifier: Apache-2.0
// What a run has come to at its end: lines for one that is alone, a table for all runs of a job.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// The files of a run that are there, under their own names or still with the ending .part.
struct WrittenFiles {
  int n_file = 0;
  double bytes = 0.0;
  std::string list;  // "fields.nc (1.2 MB), restart_*.nc (2 files, 3.4 MB)"
};
// A star in a name stands for a date or a day.
WrittenFiles find_written(const std::filesystem::path& folder, const std::vector<std::string>& names);

// As the first rank of a run knows it.
struct RunReport {
  std::string run;             // whose it is
  std::string state;           // "complete"
  std::string began, reached;  // dates; empty for a run that did nothing
  std::int64_t n_step = 0;     // from one to the other
  double seconds = 0.0;        // of wall-clock time, of these steps
  std::string highest;         // sea, with place and date
  std::string folder;
  WrittenFiles files;

  // For the log.
  std::vector<std::string> lines() const;
};

// A line for each report, below a head; columns are as wide as their widest entry. Widths count characters of
// UTF-8.
std::vector<std::string> format_reports(std::span<const RunReport> reports);

// All ranks' reports on the first rank, in the order of ranks. Collective.
std::vector<RunReport> gather_reports(const Communicator& communicator, std::span<const RunReport> mine);

}  // namespace groundswell
