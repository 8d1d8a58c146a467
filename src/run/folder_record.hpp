// SPDX-License-Identifier: Apache-2.0
// The record .groundswell_run of an output folder: the files that the last run there writes, and whether it
// has finished.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

inline constexpr char record_name[] = ".groundswell_run";

struct FolderRecord {
  std::string run;  // description of the run that wrote it
  std::vector<std::string> files;
  bool finished = false;

  void add(const std::string& file);  // does nothing if the file is listed already
  std::string to_text() const;
};

// The sorted names of the files in a folder that match a pattern, in which `*` stands for a date or a day;
// the ending .part is dropped. A name without `*` stands for itself.
std::vector<std::string> list_files_like(const std::filesystem::path& folder, const std::string& name);

// Reads the record of a folder; empty if there is none. Entries that are paths rather than plain file names
// are ignored, so that a record never refers to files outside its own folder.
FolderRecord read_record(const std::filesystem::path& folder);

// The record with patterns expanded. If `with_restarts`, the run's restarts are included, but not those of
// other runs in the same folder.
FolderRecord find_recorded(const std::filesystem::path& folder, bool with_restarts = true);

}  // namespace groundswell
