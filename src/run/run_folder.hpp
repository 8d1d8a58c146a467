// SPDX-License-Identifier: Apache-2.0
// The folder of a run: only one run writes there at a time, and the output of an earlier run is moved away
// first, to previous/ if that run finished and to unfinished/ if it did not. The file .groundswell_run in the
// folder records the files that the run writes; the run keeps it locked, and the lock is released when the
// run ends, for whatever reason. A run that resumes an interrupted one leaves its output in place. See
// docs/design/output.md.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "run/folder_record.hpp"

namespace groundswell {

// Whether a run begins anew or resumes an interrupted one and continues its output.
enum class FolderStart { anew, go_on };

// The last run in a folder, known from its record or, if there is none, from the manifest of restarts or from
// restarts that are not inputs.
struct EarlierRun {
  bool has_begun = false, has_finished = false;
  std::string run;  // "process 4711 on node7, begun 2026-11-22T06:00:00Z"; "" if its record is lost
};

class FolderLock;

class RunFolder {
 public:
  // `inputs` are the files that the run reads, wherever they are. Nothing is accessed yet.
  RunFolder(const Communicator& ranks, std::filesystem::path path, std::vector<std::filesystem::path> inputs);
  // Releases the lock. The record stays for the next run.
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  // The last run in the folder. Collective.
  EarlierRun look() const;
  // Keeps other runs out before it is decided what happens to the folder. If the folder has no record of a
  // run, there is nothing to lock, and nothing is created. Throws Error, on all ranks, if another run is
  // writing there. Collective.
  void hold();
  // Throws Error, without changing anything, if one of the files must not be written (base/written_file.hpp),
  // exists but was not recorded by a run, or could not be moved away, or if another run is writing there.
  // `written` are names in the folder; `*` stands for a date or a day (20000101T000000Z, 20000101). Called
  // on the first rank.
  void check(const std::vector<std::string>& written, FolderStart start) const;
  // Creates the folder if it is missing, locks it, checks the files, moves away those that an earlier run
  // recorded (inputs of this run, and restarts of others, stay) and records those of this run. Files that
  // were moved away before are replaced, and if one file cannot be moved, all stay. A run that is resumed
  // moves nothing. Throws Error on all ranks, also if another run is writing there. Collective.
  void take(const std::vector<std::string>& written, FolderStart start = FolderStart::anew);
  // Records that the run has finished. Called on the first rank.
  void finish();

  const std::filesystem::path& path() const { return path_; }
  const std::vector<std::filesystem::path>& inputs() const { return inputs_; }
  // On the first rank, for the log: which restarts were moved although their owner is unknown, or "".
  const std::string& said() const { return said_; }

 private:
  void check_destination(const std::filesystem::path& to, const std::vector<std::string>& moving) const;
  void check_place() const;
  // Precondition: no other run writes in the folder.
  void check_written(const std::vector<std::string>& written, FolderStart start) const;
  // Called on the first rank, which holds the lock.
  void move_earlier(const std::vector<std::string>& written, const FolderRecord& earlier);
  void tell_others(const std::vector<std::string>& written, const FolderRecord& earlier) const;

  const Communicator& ranks_;
  std::filesystem::path path_;
  std::vector<std::filesystem::path> inputs_;
  std::unique_ptr<FolderLock> lock_;  // on the first rank
  std::string said_;
};

}  // namespace groundswell
