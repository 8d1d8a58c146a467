// SPDX-License-Identifier: Apache-2.0
// The restarts in the output folder of a run. A file with the name of a restart is complete, and all output
// up to its date is on disk, so restarts are found by their names. restarts.txt tells users and scripts which
// restarts there are, and the run which of them it may remove.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

inline constexpr char manifest_name[] = "restarts.txt";
inline constexpr char restart_names[] = "restart_*.nc";  // of any run

struct SavedRestart {
  std::string date;  // 1996-01-16T00:00:00Z
  std::string file;  // file name in the folder
  std::int64_t bytes = 0;
};

// Whether a date, or the name of its restart, is before another one in any calendar: compares them as text,
// and a shorter text is earlier, as years from 10000 on have more digits.
bool is_earlier(const std::string& date, const std::string& other);

// restart_19960116T000000Z.nc
std::string restart_name(const DateTime& date);

// The files in a folder that have names of restarts, the newest last. Their contents are not examined.
std::vector<SavedRestart> find_restarts(const std::filesystem::path& folder);

// The restarts announced by the manifest of a folder, the newest last; empty if there is none. Lines that do
// not name a restart of this folder are skipped.
std::vector<SavedRestart> read_manifest(const std::filesystem::path& folder);

// The date up to which, according to the manifest, all output is on disk; "" if it does not say.
std::string read_durable(const std::filesystem::path& folder);

// The announced restarts that exist in the folder; if none is announced, all but those listed as other runs'.
std::vector<SavedRestart> find_announced(const std::filesystem::path& folder);

// The files listed as removed: some still exist if the run was killed before it removed them.
std::vector<std::string> read_removed(const std::filesystem::path& folder);

// Restarts of other runs in the folder of a run that has not announced any yet, as listed in the manifest.
std::vector<std::string> read_others(const std::filesystem::path& folder);
void write_others(const std::filesystem::path& folder, const std::vector<std::string>& others);

// Replaces the manifest and waits until it is on disk; `removed` are files to be deleted next. Throws Error.
void write_manifest(const std::filesystem::path& folder, const std::string& durable,
                    const std::vector<SavedRestart>& restarts, const std::vector<std::string>& removed);

}  // namespace groundswell
