// SPDX-License-Identifier: Apache-2.0
// The one rule for every file that the program writes. A file grows under the name <target>.part and gets its
// own name when it is whole. A target (or .part) that is there already must be a regular file: a link, a
// folder, a pipe or a device is refused, and so is what the same command reads. Nothing is written through a
// link. Folders on the way to the file may be links. groundswell_view/writing.py has the same rule.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

// <target>.part
std::string part_path(const std::filesystem::path& target);

// Throws Error where `target` or its .part may not be written: it is a link, no regular file, or one of the
// `inputs` (under any name). A target that does not exist is fine.
void check_target(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs = {});

// Throws Error where `folder` is there and cannot be written, or could not be made. Changes nothing.
void check_folder(const std::filesystem::path& folder);

// Throws Error where a file could not be moved out of its folder: the folder or the file is protected, or a
// sticky folder keeps it for another user. Changes nothing.
void check_can_leave(const std::filesystem::path& file);

struct Move {
  std::filesystem::path from, to;
};

// Renames the files one after the other; where one fails, those before it go back, and Error is thrown that
// says so. All paths are on one disk.
void move_files(const std::vector<Move>& moves);

// Locks a file that is open; the lock goes when the descriptor is closed, so at the latest when its owner
// ends. False where another program holds it. A file system that has no locks is taken at its word.
bool try_lock(int descriptor);

// The file <target>.part while it is written; without finish() it stays. Libraries that write a file by its
// name open this one again and empty it.
class PartFile {
 public:
  // Who else may write the .part meanwhile: nobody (a lock, which dies with this program), or ranks that
  // write it together by MPI, whose own locks must not meet ours.
  enum class Writers { one, ranks };
  // Checks the target and makes an empty .part. Throws Error, also where another program holds the lock.
  explicit PartFile(std::filesystem::path target, Writers writers = Writers::one);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return descriptor_; }
  // Checks the target once more and gives the .part its name. Throws Error.
  void finish();

 private:
  std::filesystem::path target_;
  std::string path_;
  int descriptor_ = -1;
};

// Writes a small file whole. Throws Error.
void write_text_file(const std::filesystem::path& target, const std::string& content);

}  // namespace groundswell
