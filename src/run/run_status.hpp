// SPDX-License-Identifier: Apache-2.0
// status.json in the output folder: the progress of a run, for scripts. It is replaced at the beginning, when
// a restart is announced, before older restarts are removed (output servers remove them without waiting for
// this), when an output file is complete, and at the end; no run depends on it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/log.hpp"
#include "run/prepared_run.hpp"

namespace groundswell {

enum class RunState { running, finished, told_to_end, failed };

class RunStatus {
 public:
  struct Facts {
    std::filesystem::path folder;
    std::string title;
    DateTime start, end;
  };
  // `complete`: the files that are already complete when a run is resumed; `all`: those that are complete at
  // its end.
  RunStatus(Facts facts, std::vector<CompleteFile> complete, std::vector<CompleteFile> all)
      : facts_(std::move(facts)), complete_(std::move(complete)), all_(std::move(all)) {}

  void add(const CompleteFile& file) { complete_.push_back(file); }
  // Called on one rank. If the file cannot be written, the run goes on after a single warning. `error`: the
  // message of a failed run.
  void write(RunState state, const DateTime& now, const Log& log, const std::string& error = "");

 private:
  std::string to_text(RunState state, const DateTime& now, const std::string& error) const;

  Facts facts_;
  std::vector<CompleteFile> complete_, all_;
  bool has_warned_ = false;
};

// Whether the status in a folder does not yet say that the run there has finished, as when the disk was full
// at its end. A folder without a status has nothing to correct.
bool lags_behind_the_end(const std::filesystem::path& folder);

// The status of a run whose products have been made.
RunStatus make_status(const PreparedRun& run);

}  // namespace groundswell
