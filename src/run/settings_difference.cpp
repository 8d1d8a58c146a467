// SPDX-License-Identifier: Apache-2.0
#include "run/settings_difference.hpp"

#include <algorithm>
#include <map>

#include "base/date_time.hpp"
#include "base/error.hpp"
#include "base/words.hpp"

namespace groundswell {
namespace {

// Restarts of format 2 have paths among the settings: those of input files, tracks and meshes of nested runs.
bool is_path(const std::string& key) {
  return key.ends_with(".files") || key.ends_with(".file") || key.ends_with(".mesh");
}

using ByKey = std::map<std::string, std::vector<std::string>>;

ByKey by_key(const SettingValues& values) {
  ByKey table;
  for (const auto& [key, value] : values) table[key].push_back(value);
  return table;
}

// Whether the option is a date that defaults to time.start.
bool is_start_by_default(const std::string& key) {
  return key == "wind.vortex.date" || (key.starts_with("output.") && key.ends_with(".start"));
}

// The values contain time.start as the user wrote it: makes all notations of the same date equal, and treats
// an option that merely repeats the start of the run like a missing one.
ByKey with_one_start(ByKey table) {
  const auto only_value = [&](const std::string& key) {
    const auto found = table.find(key);
    return found == table.end() || found->second.size() != 1 ? "" : found->second[0];
  };
  std::string start;
  try {
    start = DateTime::parse(only_value("time.start"), calendar_from_name(only_value("time.calendar"))).iso();
  } catch (const Error&) {
    return table;
  }
  for (auto& [key, values] : table) {
    if (key == "time.start") values = {start};
    if (is_start_by_default(key) && values == std::vector<std::string>{start}) values = {"none"};
  }
  return table;
}

std::string joined(const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
  return list.empty() ? "nothing" : "'" + list + "'";
}

}  // namespace

std::string settings_text(const SettingValues& values) {
  std::string lines;
  for (const auto& [key, value] : values) {
    std::string one_line = value;
    std::ranges::replace(one_line, '\n', ' ');
    lines += key + ": " + one_line + "\n";
  }
  return lines;
}

SettingValues settings_from_text(const std::string& lines) {
  SettingValues values;
  WordReader reader(lines, '\n');
  for (std::string line; reader.try_read(line);)
    if (const std::size_t colon = line.find(": "); colon != std::string::npos)
      values.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  return values;
}

std::string find_difference(const SettingValues& begun, const SettingValues& now) {
  ByKey before = with_one_start(by_key(begun)),
        after = with_one_start(by_key(settings_from_text(settings_text(now))));
  for (const auto& [key, value] : before) after.try_emplace(key);
  for (const auto& [key, values] : after)
    if (before[key] != values && !is_path(key))
      return text(key, " was ", joined(before[key]), " and is now ", joined(values));
  return "";
}

}  // namespace groundswell
