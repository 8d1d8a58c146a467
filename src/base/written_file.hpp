// SPDX-License-Identifier: Apache-2.0
// The one rule for every file that the program writes. A file is written as <target>.part and renamed when it
// is complete; only a log and the record of a run's folder are written under their own names. A target (or
// .part) that exists already must be a regular file: a link, a folder, a pipe or a device is refused, and so
// is a file that the same command reads. Nothing is written through a link, but folders in the path may be
// links. groundswell_view/writing.py has the same rule.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace groundswell {

// <target>.part
std::string part_path(const std::filesystem::path& target);
// The path at which a file is found now: <target>.part if that exists, because the file is still being
// written, and otherwise `target`.
std::string path_now(const std::filesystem::path& target);

// The absolute path with links and dots resolved, even for a file that does not exist yet: the same for all
// paths that lead to the file through symbolic links, "." and "..". Throws Error, as for too long a name.
std::filesystem::path resolved_path(const std::filesystem::path& path);

// Whether a path leads to one of the files, under any name.
bool is_same_file_as_any(const std::filesystem::path& path, const std::vector<std::filesystem::path>& files);

// Throws Error if `target` or its .part must not be written: it is a link, not a regular file, or one of the
// `inputs` (under any name). A target that does not exist is fine.
void check_target(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs = {});

// Throws Error if `folder` exists and cannot be written to, or does not exist and cannot be made. Changes
// nothing.
void check_folder(const std::filesystem::path& folder);

// Throws Error if a file could not be moved out of its folder: the folder or the file is protected, or the
// folder's sticky bit reserves it for another user. Changes nothing.
void check_can_leave(const std::filesystem::path& file);

struct Move {
  std::filesystem::path from, to;
};

// Renames the files one after the other; if one fails, those before it are moved back, and Error is thrown.
// All paths must be on one file system.
void move_files(const std::vector<Move>& moves);

// The file in which to continue `target`: its .part if a run was interrupted, otherwise `target` itself,
// which is complete. Throws Error if there is neither, or if the file must not be written (see check_target)
// or has a second name, under which its content must survive.
std::string file_to_go_on(const std::filesystem::path& target);

// Waits until the content of a file (or of a folder: the names in it) is on disk. Throws Error.
void sync_to_disk(const std::filesystem::path& path);

// Free space [B] for this user on the file system of a path, which need not exist yet; empty if it is
// unknown.
std::optional<std::uintmax_t> free_room(const std::filesystem::path& path);

// What to do if a file could not be written, for a reason that is one of errno; the end of a sentence.
std::string advice_after(int reason);

// Locks an open file; closing the descriptor releases the lock, at the latest when the program ends. Returns
// false if another program holds the lock; true on a file system without locks.
bool try_lock(int descriptor);

// The file <target>.part.lock, locked. It is removed at the end; one that a killed program left behind does
// not count, as its lock is gone.
class LockFile {
 public:
  // Throws Error if another LockFile of this target exists, in this program or another.
  explicit LockFile(const std::filesystem::path& target);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;
  // Whether there is one of this target.
  static bool exists(const std::filesystem::path& target);

 private:
  std::string path_;
  int descriptor_;
};

// The file <target>.part while it is being written; unless finish() is called, it keeps that name. Libraries
// that write a file by its name reopen this one and empty it.
class PartFile {
 public:
  // Who writes the .part: this process alone (under a lock, which is released when the PartFile is
  // destroyed), or a library (for several ranks together through MPI), which may lock the file itself, so
  // that a LockFile keeps others away, until finish() or discard().
  enum class Writers { one, library };
  // anew: an empty file; go_on: file_to_go_on(target) with its content, renamed to .part if it was complete.
  enum class Start { anew, go_on };
  // Checks the target and opens the .part. Throws Error, also if another program (or, by a library,
  // this one) is writing it.
  explicit PartFile(std::filesystem::path target, Writers writers = Writers::one, Start start = Start::anew);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return descriptor_; }
  // Checks the target once more and renames the .part to it. Throws Error.
  void finish();
  // Removes the .part after a failure, if nobody is to continue it.
  void discard();

 private:
  void take_lock(Writers writers);
  void open_anew(Writers writers);
  void open_to_go_on(Writers writers);

  std::filesystem::path target_;
  std::string path_;
  std::optional<LockFile> lock_;
  int descriptor_ = -1;
};

// Removes <target>.part, unless another program, or another output of this one, is writing it. Never fails.
void remove_left_part(const std::filesystem::path& target);

// Whether to wait until a file and its name are on disk.
enum class OnDisk { some_time, at_once };

// Writes a small file in one go. Throws Error.
void write_text_file(const std::filesystem::path& target, const std::string& content,
                     OnDisk on_disk = OnDisk::some_time);

}  // namespace groundswell
