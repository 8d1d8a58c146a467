// SPDX-License-Identifier: Apache-2.0
// Whether a run may be resumed with settings that differ from those with which it was begun.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace groundswell {

// Keys with their values, as returned by OptionTable::list_lasting_values.
using SettingValues = std::vector<std::pair<std::string, std::string>>;

// Converts values to text, one line each, and back.
std::string settings_text(const SettingValues& values);
SettingValues settings_from_text(const std::string& lines);

// A sentence about the first key that differs, or "". Neither the locations of files nor the notation of the
// run's start matter.
std::string find_difference(const SettingValues& begun, const SettingValues& now);

}  // namespace groundswell
