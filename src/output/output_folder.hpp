// SPDX-License-Identifier: Apache-2.0
// The output folder of a run: only one run writes at a time, and the output of an earlier run moves away
// first, to previous/ if that run finished and to unfinished/ if it did not. The file .groundswell_run in the
// folder records which files the run writes; the run keeps it locked, and the lock ends with the run however
// that ends. A run that goes on in the output of an interrupted one leaves it there. docs/design/output.md.
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
  // Names in the folder; a star stands for a date or a day (20000101T000000Z, 20000101).
  std::vector<std::string> written;
  std::vector<std::filesystem::path> inputs;  // wherever they lie
};

// Whether a run begins anew or goes on in the output of one that was interrupted.
enum class FolderStart { anew, go_on };

class FolderLock;
// A folder in which no other run writes until this goes; on the first rank. Empty where none is held.
using HeldFolder = std::shared_ptr<FolderLock>;

// Keeps other runs out of a folder before it is known what is to become of it. Without the record of a run
// there is nothing to lock, and nothing is made. Throws Error, on all ranks, where another run is writing
// there. Collective.
HeldFolder hold_folder(const Communicator& communicator, const std::filesystem::path& folder);

// Throws Error, without changing anything, where one of the files must not be written
// (base/written_file.hpp), exists but was not recorded by a run, or could not move away, and where another
// run is writing there, unless the folder is held.
void check_run_files(const RunFiles& files, FolderStart start = FolderStart::anew,
                     const HeldFolder& held = {});

// The last run in a folder: its record, or restarts or their manifest without one, which are no inputs.
struct EarlierRun {
  bool has_begun = false, has_finished = false;
  std::string run;  // "process 4711 on node7, begun 2026-11-22T06:00:00Z"; "" where its record is lost
};
// Collective.
EarlierRun look_at_folder(const std::filesystem::path& folder,
                          const std::vector<std::filesystem::path>& inputs, const Communicator& communicator);

class OutputFolder {
 public:
  // Makes the folder if it is missing, locks it, checks the files, moves away those that an earlier run
  // recorded (inputs of this run, and restarts of others, stay) and records those of this run. Files that
  // moved away before are replaced, and where one file cannot move, all stay. A run that goes on moves
  // nothing. Throws Error on all ranks, also where another run is writing there. Collective.
  OutputFolder(const Communicator& communicator, const RunFiles& files, FolderStart start = FolderStart::anew,
               HeldFolder held = {});
  // Releases the lock. The record stays for the next run.
  ~OutputFolder();
  // Records that the run finished.
  void finish();
  // On the first rank, for the log: which restarts moved though it is not known whose they are, or "".
  const std::string& said() const { return said_; }
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  std::filesystem::path folder_;
  HeldFolder lock_;
  std::string said_;
};

}  // namespace groundswell
