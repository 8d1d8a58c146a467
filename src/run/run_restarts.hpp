// SPDX-License-Identifier: Apache-2.0
// The restarts of a run: when they are written, what must be on disk before one is announced, how many stay,
// and from which one an interrupted run goes on. docs/design/restart.md.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "model/model.hpp"
#include "output/run_output.hpp"
#include "output/time_statistics.hpp"
#include "restart/restart_file.hpp"
#include "run/found_restart.hpp"
#include "run/highest_sea.hpp"
#include "run/run_inputs.hpp"
#include "run/settings_difference.hpp"

namespace groundswell {

// Of a run: which restarts it writes, and what they say of it.
struct RestartPlan {
  std::filesystem::path folder;
  RestartSettings settings;
  std::string title, calendar;
  SettingValues lasting;                      // those that must stay while the run goes on
  std::vector<std::filesystem::path> inputs;  // files that the run reads, of which none is replaced
};

class RunRestarts {
 public:
  // `sea` is that of describe_sea, and was made from `initial`. The references must live as long. Collective.
  RunRestarts(RestartPlan plan, RestartFacts sea, const InitialSettings& initial, Model& model,
              HighestSea& highest, TimeStatistics& statistics, const ProductList& products, const Log& log);

  // Whether an opened restart is of another mesh or spectrum.
  Obstacle find_other_sea(const RestartFile& file) const;
  // Loads it and brings the model to its date. The model is not to be used where the restart is damaged, or
  // where an input without dates was another one. Collective.
  Obstacle load(const RestartFile& file);
  // When one was loaded: what else was found. When the output of the run is open, and has been cut off at
  // that date, then those of this run that are later are removed, and the manifest is written.
  void remember_others(std::vector<FoundRestart> found) { found_ = std::move(found); }
  // On one rank, after load(); see RestartStore. Throws Error.
  void remove_later(const std::function<void()>& before_removal) const;

  // On one rank: throws Error where a file that the run reads, a folder or a link has the name of a restart
  // that the run may write.
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
  // since; but one without dates is an obstacle. Collective.
  Obstacle compare_inputs(const RestartFile& file);
  StateList list_state();
  RestartCells cells() const;

  RestartPlan plan_;
  InitialSettings initial_;
  Model& model_;
  HighestSea& highest_;
  TimeStatistics& statistics_;
  const Log& log_;
  RestartFacts sea_;  // mesh, spectrum and what else tells it
  RunInputs read_;
  std::optional<Schedule> schedule_;
  std::optional<DateTime> last_;
  std::vector<FoundRestart> found_;
};

}  // namespace groundswell
