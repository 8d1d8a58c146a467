// SPDX-License-Identifier: Apache-2.0
// Checks of a model's settings that involve several options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/option_table.hpp"
#include "model/model_settings.hpp"
#include "model/model_sources.hpp"

namespace groundswell {

// Collects error messages, one line each, for intervals that are not a whole number of steps and for first
// dates that are not a whole number of steps after the start of the run: an event between two steps would
// never happen. `name` is the option in the message, `given` the key whose place in the file the message
// shows.
class StepChecks {
 public:
  StepChecks(const OptionTable& table, const ModelSettings& settings)
      : table_(table), step_(settings.time.step), first_(settings.start()) {}

  void check_interval(const std::string& given, const std::string& name, std::int64_t interval);
  void check_start(const std::string& given, const std::string& name, const std::optional<DateTime>& start);
  const std::string& mistakes() const { return mistakes_; }

 private:
  void add(const std::string& line) { mistakes_ += (mistakes_.empty() ? "" : "\n") + line; }

  const OptionTable& table_;
  std::int64_t step_;
  DateTime first_;
  std::string mistakes_;
};

// Throws Error, with file and line of the option to change, if the dates and the step do not fit together.
void check_period(const OptionTable& table, const ModelSettings& settings);

// Throws Error, also with file and line of the option to change, if initial or incoming waves lie outside the
// spectrum, the limiter is off although there is wind, a storm with its background wind exceeds the strongest
// wind allowed, a strip has too many cells, there are too many depths of the Stokes drift, initial.kind is
// restart but initial.file is missing, or parallel.network would not be used. `given` sources replace those
// of the settings.
void check_sea(const OptionTable& table, const ModelSettings& settings, const ModelSources& given = {});

// All checks, except those of the mesh file, for settings that did not come from a file. Throws Error with
// one line per mistake.
void check_model_settings(const ModelSettings& settings, const ModelSources& given = {});

// Whether the settings describe any wind; files and vortices always count as wind.
bool blows(const WindSettings& wind);

}  // namespace groundswell
