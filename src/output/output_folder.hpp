// SPDX-License-Identifier: Apache-2.0
// The folder of a run: one writer at a time, and what an earlier run wrote there moves away first: to
// previous/ where it came to its end, to unfinished/ where it was broken off.
// The file .groundswell_run in the folder records which files the run writes; it is also what the run holds
// locked, so that the lock dies with the run however that ends. docs/design/output.md.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// What a run writes into its folder, and what it reads.
struct RunFiles {
  std::filesystem::path folder;
  std::vector<std::string> written;           // names in the folder
  std::vector<std::filesystem::path> inputs;  // wherever they lie
};

// Throws Error, without changing anything, where one of the files may not be written (base/written_file.hpp),
// is there without any run having recorded it, or could not move away, and where another run writes there.
void check_run_files(const RunFiles& files);

class FolderLock;

class OutputFolder {
 public:
  // Makes the folder where it is missing, locks it, checks the files, moves those that an earlier run
  // recorded away (inputs of this run stay) and records those of this run. What moved there before is
  // replaced, and where one file cannot move all stay. Throws Error on all ranks, also where another run
  // writes there. Collective.
  OutputFolder(const Communicator& communicator, const RunFiles& files);
  // Ends the lock. The record stays for the next run.
  ~OutputFolder();
  // Records that the run came to its end.
  void finish();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> lock_;  // of the first rank
};

}  // namespace groundswell
