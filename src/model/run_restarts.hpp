// SPDX-License-Identifier: Apache-2.0
// The restarts of a run: when they are written, what must be on disk before one is announced, how many stay,
// and from which one an interrupted run goes on. docs/design/restart.md.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "model/highest_sea.hpp"
#include "model/model.hpp"
#include "model/run_inputs.hpp"
#include "model/settings_difference.hpp"
#include "output/run_output.hpp"
#include "output/time_statistics.hpp"
#include "restart/manifest.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {

struct FoundRestart {
  SavedRestart saved;
  bool is_announced = false;  // by the manifest; or that announces none
};

class RunRestarts {
 public:
  // `settings` are all of the run's; `inputs` are files that it reads, of which none is replaced. The
  // references must live as long. Collective.
  RunRestarts(const RunConfig& config, const SettingValues& settings,
              const std::vector<std::filesystem::path>& inputs, Model& model, HighestSea& highest,
              TimeStatistics& statistics, const ProductList& products, const Log& log);

  // Those in the output folder, but no inputs, the newest first. Warns of those that the manifest announces
  // and that are not there. Collective.
  static std::vector<FoundRestart> find(const RunConfig& config,
                                        const std::vector<std::filesystem::path>& inputs,
                                        const Communicator& world, const Log& log);
  // A sentence where the file is none, its header is damaged, or it is of another date than its name says; or
  // "". Throws Error, on all ranks, where it is of a format that this program does not know. Collective.
  static std::string find_damage(const RunConfig& config, const SavedRestart& saved,
                                 const Communicator& world);

  // A sentence where a restart with a sound header is that of another case, mesh or spectrum, or
  // after the end; or "". Collective.
  std::string find_mismatch(const SavedRestart& saved) const;
  // Loads it and brings the model to its date. Returns "", or a sentence where it is damaged; the model is
  // not to be used then. Throws Error, on all ranks, where an input without dates has changed. Collective.
  std::string load(const SavedRestart& saved);
  // When one was loaded: what else was found. When the output of the run is open, and has been cut off at
  // that date, then those of this run that are later are removed, and the manifest is written.
  void remember_others(std::vector<FoundRestart> found) { found_ = std::move(found); }
  // On one rank, after load(). Throws Error.
  void remove_later() const;

  // Throws Error where a file that the run reads, a folder or a link has the name of a restart that the run
  // may write.
  void check_targets() const;

  // For the log; empty where none are written at an interval.
  std::string describe();
  // The most [B] that they take on the disk at a time.
  double bytes();

  // Whether one is due at the model's date; at the end one is due where any is asked for.
  bool due() const;
  // Has the output written, and a restart of the model's date after it, unless there is one. Collective.
  void write(RunOutput& output);
  // What one holds.
  std::vector<RestartShape::Field> fields();
  bool are_wanted() const { return schedule_.has_value(); }

 private:
  double bytes_of_one();
  RestartFacts make_facts() const;
  // When the model has come to its date: says which version wrote it, and warns of inputs that have changed
  // since. Throws Error, on all ranks, where one without dates has. Collective.
  void compare_inputs(const SavedRestart& saved);
  // Throws Error where the file was not made by this run.
  void require_same_run(const RestartFile& file) const;
  StateList list_state();
  RestartCells cells() const;

  const RunConfig& config_;
  std::string settings_;
  const std::vector<std::filesystem::path>& inputs_;
  Model& model_;
  HighestSea& highest_;
  TimeStatistics& statistics_;
  const Log& log_;
  std::filesystem::path folder_;
  RestartFacts sea_;  // mesh, spectrum and what else tells it
  RunInputs read_;
  std::optional<Schedule> schedule_;
  std::optional<DateTime> last_;
  std::vector<FoundRestart> found_;
};

}  // namespace groundswell
