// SPDX-License-Identifier: Apache-2.0
// restarts.txt in the output folder of a run: up to which date all output is on disk, and from which restarts
// the run can go on. It is written when both are true, so what it announces survives a crash of the machine.
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

// restart_19960116T000000Z.nc
std::string restart_name(const DateTime& date);

// What the manifest of a folder announces, the newest last; nothing where there is none. Lines that are no
// restarts of this folder are passed over.
std::vector<SavedRestart> read_manifest(const std::filesystem::path& folder);

// The files that it says are removed: some are still there where the run was killed meanwhile.
std::vector<std::string> read_removed(const std::filesystem::path& folder);

// Replaces the manifest and waits until it is on disk; `removed` are files that go next. Throws Error.
void write_manifest(const std::filesystem::path& folder, const std::string& durable,
                    const std::vector<SavedRestart>& restarts, const std::vector<std::string>& removed);

}  // namespace groundswell
