// SPDX-License-Identifier: Apache-2.0
// The restarts in the output folder of a run. A file with the name of a restart is complete, and all output
// up to its date is on disk, so restarts are found by their names. restarts.txt tells users and scripts which
// restarts there are, and tells the run which of them it may remove.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

inline constexpr char manifest_name[] = "restarts.txt";
inline constexpr char restart_names[] = "restart_*.nc";  // pattern of the names, for any run

struct SavedRestart {
  std::string date;  // 1996-01-16T00:00:00Z
  std::string file;  // file name in the folder
  std::int64_t bytes = 0;
  static auto words(auto& self) { return std::tie(self.date, self.file, self.bytes); }
};

// Whether one date, or the name of a restart of that date, is earlier than another in any calendar: compares
// them as text, and a shorter text is earlier, as years from 10000 on have more digits.
bool is_earlier(const std::string& date, const std::string& other);

// restart_19960116T000000Z.nc
std::string restart_name(const DateTime& date);

// The files in a folder that have names of restarts, the newest last. Their contents are not examined.
std::vector<SavedRestart> find_restarts(const std::filesystem::path& folder);

struct Manifest {
  std::string durable;                 // the date up to which all output is on disk; "" if it does not say
  std::vector<SavedRestart> restarts;  // those that it announces, the newest last
  // Files to be deleted next; some still exist if the run was killed before it removed them.
  std::vector<std::string> removed;
  // Restarts of other runs in the folder, listed until the run itself has announced a restart.
  std::vector<std::string> others;
};
// The manifest of a folder; empty if there is none. Lines that do not name a restart of this folder, which
// the run would eventually remove, are skipped.
Manifest read_manifest(const std::filesystem::path& folder);
// Replaces the manifest and waits until it is on disk. Throws Error.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

// The restarts in the folder that its manifest announces; if it announces none, all restarts in the folder
// except those that it lists as other runs'.
std::vector<SavedRestart> find_announced(const std::filesystem::path& folder);

}  // namespace groundswell
