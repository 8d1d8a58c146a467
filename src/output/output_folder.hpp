// SPDX-License-Identifier: Apache-2.0
// The output folder of a run: only one run writes at a time, and the output of an earlier run moves away
// first, to previous/ if that run finished and to unfinished/ if it did not. The file .groundswell_run in the
// folder records which files the run writes; the run keeps it locked, and the lock ends with the run however
// that ends. docs/design/output.md.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// The files that a run writes into its folder, and those that it reads.
struct RunFiles {
  std::filesystem::path folder;
  std::vector<std::string> written;           // names in the folder
  std::vector<std::filesystem::path> inputs;  // wherever they lie
};

// Throws Error, without changing anything, where one of the files must not be written
// (base/written_file.hpp), exists but was not recorded by a run, or could not move away, and where another
// run is writing there.
void check_run_files(const RunFiles& files);

class FolderLock;

class OutputFolder {
 public:
  // Makes the folder if it is missing, locks it, checks the files, moves away those that an earlier run
  // recorded (inputs of this run stay) and records those of this run. Files that moved away before are
  // replaced, and where one file cannot move, all stay. Throws Error on all ranks, also where another run is
  // writing there. Collective.
  OutputFolder(const Communicator& communicator, const RunFiles& files);
  // Releases the lock. The record stays for the next run.
  ~OutputFolder();
  // Records that the run finished.
  void finish();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> lock_;  // on the first rank
};

}  // namespace groundswell
