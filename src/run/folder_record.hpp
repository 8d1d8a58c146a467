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

  void add(const std::string& file);  // without duplicates
  std::string to_text() const;
};

// The files in a folder whose names match a pattern with `*`, without the ending .part, sorted; a name
// without `*` stands for itself.
std::vector<std::string> list_files_like(const std::filesystem::path& folder, const std::string& name);

// Empty if there is none. Names that contain folders are ignored, so that a record never reaches outside its
// own folder.
FolderRecord read_record(const std::filesystem::path& folder);

// The record with patterns expanded. Restarts, which others may put beside those of the run, are listed
// individually, if wanted.
FolderRecord find_recorded(const std::filesystem::path& folder, bool with_restarts = true);

}  // namespace groundswell
