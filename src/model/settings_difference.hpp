// SPDX-License-Identifier: Apache-2.0
// Whether a run may go on with other settings than those with which it was begun.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace groundswell {

// Keys with their values, as OptionTable::list_values gives them.
using SettingValues = std::vector<std::pair<std::string, std::string>>;

// One line per value, and back.
std::string settings_text(const SettingValues& values);
SettingValues settings_from_text(const std::string& lines);

// A sentence about the first key that differs, or "". What may differ: the end of the run, how the work is
// shared, restarts and the wall-clock limit, and where the output folder lies. Lists of files may have become
// longer.
std::string find_difference(const SettingValues& begun, const SettingValues& now);

}  // namespace groundswell
