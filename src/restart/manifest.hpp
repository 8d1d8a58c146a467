// SPDX-License-Identifier: Apache-2.0
// The restarts in the output folder of a run. A file with the name of a restart is complete, and all output
// up to its date is on disk; so restarts are found by their names. restarts.txt says to users and scripts
// which there are, and to the run which of them it may remove.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

inline constexpr char manifest_name[] = "restarts.txt";
inline constexpr char restart_names[] = "restart_*.nc";  // those of any run

struct SavedRestart {
  std::string date;  // 1996-01-16T00:00:00Z
  std::string file;  // its name in the folder
  std::int64_t bytes = 0;
};

// Whether a date as restarts and their names have it is before another one, in any calendar: as text, but
// years from 10000 on have more digits.
bool is_earlier(const std::string& date, const std::string& other);

// restart_19960116T000000Z.nc
std::string restart_name(const DateTime& date);

// The files in a folder that have such a name, the newest last. What is in them is not looked at.
std::vector<SavedRestart> find_restarts(const std::filesystem::path& folder);

// What the manifest of a folder announces, the newest last; nothing where there is none. Lines that are no
// restarts of this folder are passed over.
std::vector<SavedRestart> read_manifest(const std::filesystem::path& folder);

// The date up to which it says that all output is on disk; "" where it does not.
std::string read_durable(const std::filesystem::path& folder);

// Those in the folder that it announces; where it announces none, all but those that it says are of others.
std::vector<SavedRestart> find_announced(const std::filesystem::path& folder);

// The files that it says are removed: some are still there where the run was killed meanwhile.
std::vector<std::string> read_removed(const std::filesystem::path& folder);

// The restarts of others in the folder of a run that has announced none yet, and a manifest that says so.
std::vector<std::string> read_others(const std::filesystem::path& folder);
void write_others(const std::filesystem::path& folder, const std::vector<std::string>& others);

// Replaces the manifest and waits until it is on disk; `removed` are files that go next. Throws Error.
void write_manifest(const std::filesystem::path& folder, const std::string& durable,
                    const std::vector<SavedRestart>& restarts, const std::vector<std::string>& removed);

}  // namespace groundswell
