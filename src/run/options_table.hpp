// SPDX-License-Identifier: Apache-2.0
// The single table of all options of a run: keys of the YAML file bound to the settings structs. `groundswell
// config` prints its reference.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/option_table.hpp"
#include "run/run_config.hpp"
#include "run/settings_difference.hpp"

namespace groundswell {

// Binds every option to its field of `config`, which must outlive the table.
OptionTable make_options_table(RunConfig& config);

// Reads a case file, then `overrides` of the form "time.step=5 min", and checks conditions that involve
// several options (such as that the end is after the start). Throws Error with file and line.
void read_run_config(const std::filesystem::path& file, RunConfig& config,
                     const std::vector<std::string>& overrides = {});

// Whether the run whose settings a resolved file contains had this end and these values of the settings that
// must not change when a run is resumed (OptionTable::list_lasting_values); paths are not compared.
bool had_settings(const std::filesystem::path& resolved, const DateTime& end, const SettingValues& settings);

}  // namespace groundswell
