// SPDX-License-Identifier: Apache-2.0
// The record .groundswell_run of an output folder: which files the last run there writes, and whether it has
// finished.
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

  void add(const std::string& file);  // once
  std::string to_text() const;
};

// The names of files in a folder that a name with a star stands for, without the ending .part, in order; a
// name without one stands for itself.
std::vector<std::string> list_files_like(const std::filesystem::path& folder, const std::string& name);

// Empty where there is none. Names with folders are ignored, so that a record never reaches outside its own
// folder.
FolderRecord read_record(const std::filesystem::path& folder);

// The same with the files behind stars. Restarts, which others may put beside those of the run, are named one
// by one, if they are wanted.
FolderRecord find_recorded(const std::filesystem::path& folder, bool with_restarts = true);

}  // namespace groundswell
