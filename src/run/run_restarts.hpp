// SPDX-License-Identifier: Apache-2.0
// The restarts of a run: when they are written, what must be on disk before one is announced, how many are
// kept, and from which one an interrupted run resumes. See docs/design/restart.md.
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
#include "run/wave_coupling.hpp"

namespace groundswell {

// The restarts that a run writes, and what they record about it.
struct RestartPlan {
  std::filesystem::path folder;
  RestartSettings settings;
  std::string title, calendar;
  SettingValues lasting;                      // those that must be the same when the run is resumed
  std::vector<std::filesystem::path> inputs;  // files that the run reads; none is replaced
};

class RunRestarts {
 public:
  // `sea` is the result of describe_sea; `initial` are the settings from which the sea was made. The
  // references must outlive this object. Collective.
  RunRestarts(RestartPlan plan, RestartFacts sea, const InitialSettings& initial, Model& model,
              HighestSea& highest, TimeStatistics& statistics, const ProductList& products, const Log& log,
              WaveCoupling* coupling = nullptr);

  // The obstacle if an opened restart has a different mesh or spectrum.
  Obstacle find_other_sea(const RestartFile& file) const;
  // Loads a restart and sets the model to its date. Returns an obstacle if the restart is damaged or an input
  // without dates differs; the model must then be discarded. Collective.
  Obstacle load(const RestartFile& file);
  // Returns an obstacle if the restart is damaged, without loading it: for a check of a component without the
  // others, whose exchanges are in the restart. Collective.
  Obstacle find_damaged(const RestartFile& file) const;
  // Called after a restart was loaded, with all restarts that were found, for remove_later().
  void remember_others(std::vector<FoundRestart> found) { found_ = std::move(found); }
  // Called on one rank when the output of the run has been opened and truncated at the date of the loaded
  // restart: removes the later restarts of this run and writes the manifest; see RestartStore. Throws Error.
  void remove_later(const std::function<void()>& before_removal) const;

  // Called on one rank: throws Error if a file that the run reads, a folder or a link has, in the output
  // folder, the name of a restart that the run may write.
  void check_targets() const;

  // A line for the log; empty if restarts are off.
  std::string describe();
  // Maximum disk space [B] that restarts occupy at any one time.
  double bytes();

  // Whether a restart is due at the model's date; if restarts are on, one is always due at the end.
  bool due() const;
  // Commits the output, then writes a restart of the model's date; does neither if there is one already.
  // Collective.
  void write(RunOutput& output);
  // The fields of a restart.
  std::vector<RestartShape::Field> fields();
  bool are_wanted() const { return schedule_.has_value(); }

 private:
  double bytes_of_one();
  RestartFacts make_facts() const;
  // Called when the model has been set to the restart's date: logs the version of the program that wrote the
  // restart, if it is another one, and warns of inputs that have changed since; a change in an input without
  // dates is an obstacle. Collective.
  Obstacle compare_inputs(const RestartFile& file);
  StateList list_state();
  RestartCells cells() const;

  RestartPlan plan_;
  InitialSettings initial_;
  Model& model_;
  HighestSea& highest_;
  TimeStatistics& statistics_;
  const Log& log_;
  WaveCoupling* coupling_;  // null if the run exchanges no fields
  RestartFacts sea_;        // mesh, spectrum and other properties
  RunInputs read_;
  std::optional<Schedule> schedule_;
  std::optional<DateTime> last_;
  std::vector<FoundRestart> found_;
};

}  // namespace groundswell
