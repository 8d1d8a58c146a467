// SPDX-License-Identifier: Apache-2.0
#include "base/written_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

const char* kind_name(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    default:
      return "a device";
  }
}

void check_one(const fs::path& path, const std::vector<fs::path>& inputs) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(path, error).type();
  if (type == fs::file_type::not_found || type == fs::file_type::none) return;
  require(type != fs::file_type::symlink, "'", path.string(), "' is a link to '",
          fs::read_symlink(path, error).string(),
          "', and nothing is written through a link; remove it, or name another file");
  require(type == fs::file_type::regular, "'", path.string(), "' is ", kind_name(type),
          " and cannot be replaced by a file; name another file");
  for (const fs::path& input : inputs)
    require(!fs::equivalent(path, input, error), "'", path.string(),
            "' would be overwritten, but this command reads it (as '", input.string(),
            "'); name another file to write");
}

bool has_other_names(int descriptor) {
  struct stat opened;
  return ::fstat(descriptor, &opened) == 0 && opened.st_nlink > 1;
}

// The protection set by chattr, as the end of a sentence ("is protected against ...", "can only be appended
// to ..."), or "".
std::string protection_of(const fs::path& path) {
#ifdef STATX_ATTR_IMMUTABLE
  struct statx status;
  if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, 0, &status) != 0) return "";
  if (status.stx_attributes & STATX_ATTR_IMMUTABLE) return "is protected against any change (chattr +i)";
  if (status.stx_attributes & STATX_ATTR_APPEND) return "can only be appended to (chattr +a)";
#endif
  return "";
}

bool sticky_for_us(const fs::path& folder, const fs::path& file) {
  struct stat around, inside;
  if (::stat(folder.c_str(), &around) != 0 || ::lstat(file.c_str(), &inside) != 0) return false;
  const ::uid_t us = ::geteuid();
  return (around.st_mode & S_ISVTX) && us != 0 && us != around.st_uid && us != inside.st_uid;
}

// Whether `path` is the open file's only name.
bool is_alone(const std::string& path, int descriptor) {
  struct stat named, opened;
  if (::lstat(path.c_str(), &named) != 0 || ::fstat(descriptor, &opened) != 0) return false;
  return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino && opened.st_nlink < 2;
}

// Whether a path lies in /proc or /sys, where no files can be created although the permissions allow it.
bool holds_no_files([[maybe_unused]] const fs::path& path) {
#ifdef __linux__
  struct statfs status;
  if (::statfs(path.c_str(), &status) != 0) return false;
  return status.f_type == PROC_SUPER_MAGIC || status.f_type == SYSFS_MAGIC;
#else
  return false;
#endif
}

}  // namespace

std::optional<std::uintmax_t> free_room(const fs::path& path) {
  std::error_code error;
  fs::path there = fs::absolute(path, error);
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  const fs::space_info space = fs::space(there, error);
  return error ? std::nullopt : std::optional(space.available);
}

std::string advice_after(int reason) {
  switch (reason) {
    case EFBIG:
      return "raise the limit on the size of files (ulimit -f), or write elsewhere";
    case ENAMETOOLONG:
      return "give it a shorter name";
    case ENOSPC:
    case EDQUOT:
    case EIO:
      return "make room on that disk or write elsewhere";
    default:
      return "check the permissions of its folder, or name another file";
  }
}

bool try_lock(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool is_same_file_as_any(const fs::path& path, const std::vector<fs::path>& files) {
  std::error_code ignored;
  return std::ranges::any_of(files,
                             [&](const fs::path& file) { return fs::equivalent(path, file, ignored); });
}

std::string part_path(const fs::path& target) {
  return target.string() + ".part";
}

std::string path_now(const fs::path& target) {
  const std::string part = part_path(target);
  std::error_code ignored;
  return fs::exists(part, ignored) ? part : target.string();
}

fs::path resolved_path(const fs::path& path) {
  std::error_code error;  // without absolute(), a relative path that does not exist stays relative
  const fs::path resolved = fs::weakly_canonical(fs::absolute(path), error);
  require(!error, "the path '", path.string(), "' leads nowhere: ", error.message(), "; ",
          advice_after(error.value()));
  return resolved;
}

void check_target(const fs::path& target, const std::vector<fs::path>& inputs) {
  require(target.has_filename(), "'", target.string(), "' names a folder; name a file in it");
  check_one(target, inputs);
  check_one(part_path(target), inputs);
}

void check_folder(const fs::path& folder) {
  std::error_code error;
  fs::path there = fs::absolute(folder.empty() ? "." : folder);
  while (fs::symlink_status(there, error).type() == fs::file_type::not_found && there.has_relative_path())
    there = there.parent_path();
  require(fs::is_directory(there, error), "the folder '", folder.string(), "' cannot be made: '",
          there.string(), "' is not a folder; name another folder");
  const bool writable = ::access(there.c_str(), W_OK | X_OK) == 0;
  require(writable, "the folder '", folder.string(), "' cannot be written: '", there.string(),
          "': ", std::strerror(errno), "; change its permissions, or name another folder");
  require(!holds_no_files(there), "the folder '", folder.string(), "' cannot be made: '", there.string(),
          "' belongs to the system and cannot hold other files; name another folder");
}

void check_can_leave(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::string why;
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    why = text("'", folder.string(), "': ", std::strerror(errno));
  else if (sticky_for_us(folder, file))
    why = text("it belongs to another user, and the folder '", folder.string(),
               "' keeps it there (sticky bit)");
  for (const fs::path& path : {folder, file})
    if (const std::string protection = protection_of(path); why.empty() && !protection.empty())
      why = text("'", path.string(), "' ", protection);
  require(why.empty(), "'", file.string(), "' cannot move to another folder: ", why,
          "; change that, or write elsewhere");
}

void move_files(const std::vector<Move>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::error_code error, back_error;
    fs::rename(moves[i].from, moves[i].to, error);
    if (!error) continue;
    std::string stuck;
    for (std::size_t back = i; back-- > 0;) {
      fs::rename(moves[back].to, moves[back].from, back_error);
      if (back_error) stuck += text(stuck.empty() ? "" : ", ", "'", moves[back].to.string(), "'");
    }
    throw Error(text("cannot move '", moves[i].from.string(), "' to '", moves[i].to.string(),
                     "': ", error.message(),
                     stuck.empty() ? "; the files moved before it were moved back"
                                   : text("; these files, moved before it, cannot be moved back: ", stuck)));
  }
}

std::string file_to_go_on(const fs::path& target) {
  check_target(target);
  const std::string found = path_now(target);
  std::error_code error;
  require(fs::exists(found, error), "there is no '", target.string(), "' (nor '", part_path(target),
          "') to continue; put it back, or start the run from the beginning");
  require(
      fs::hard_link_count(found, error) < 2, "'", found,
      "' has a second name (a hard link), under which it would change too; make a copy of it and remove the "
      "link");
  return found;
}

void sync_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  require(descriptor >= 0, "cannot open '", path.string(), "' to flush it to disk: ", std::strerror(errno));
  const int status = ::fsync(descriptor);
  const int reason = errno;
  ::close(descriptor);
  require(status == 0 || reason == EINVAL, "cannot flush '", path.string(),
          "' to disk: ", std::strerror(reason));
}

namespace {

std::string lock_path(const fs::path& target) {
  return part_path(target) + ".lock";
}

std::string is_written(const fs::path& target) {
  return text("another program, or another output of this one, is writing '", part_path(target),
              "'; wait for it, or name another file");
}

// Opens the .part of a target, or its lock file, made if it is missing, under a lock and with no other name.
// Throws Error.
int open_alone(const std::string& path, const fs::path& target) {
  const std::string part = part_path(target);
  for (int attempt = 0; attempt < 10; ++attempt) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    require(descriptor >= 0, "cannot write '", part,
            path == part ? "'" : text("' under the lock '", path, "'"), ": ", std::strerror(errno), "; ",
            advice_after(errno));
    const bool is_ours = try_lock(descriptor);
    if (is_ours && is_alone(path, descriptor)) return descriptor;
    // Unless another program holds the lock, either the previous owner of this file has just finished and
    // renamed or removed it, or the file has a second name, under which its content must survive. In both
    // cases the next attempt creates a new one.
    if (is_ours && has_other_names(descriptor)) ::unlink(path.c_str());
    ::close(descriptor);
    require(is_ours, is_written(target));
  }
  throw Error(text("'", path, "' keeps being replaced by another program; name another file"));
}

}  // namespace

LockFile::LockFile(const fs::path& target) : path_(lock_path(target)) {
  check_one(path_, {});
  descriptor_ = open_alone(path_, target);
}

LockFile::~LockFile() {
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

bool LockFile::exists(const fs::path& target) {
  const int descriptor = ::open(lock_path(target).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  const bool is_locked = !try_lock(descriptor);
  ::close(descriptor);
  return is_locked;
}

PartFile::PartFile(fs::path target, Writers writers, Start start)
    : target_(std::move(target)), path_(part_path(target_)) {
  check_target(target_);
  start == Start::anew ? open_anew(writers) : open_to_go_on(writers);
}

void PartFile::take_lock(Writers writers) {
  if (writers == Writers::library)
    lock_.emplace(target_);
  else
    require(!LockFile::exists(target_), is_written(target_));
}

void PartFile::open_anew(Writers writers) {
  const fs::path folder = target_.parent_path();
  std::error_code error;
  require(folder.empty() || fs::is_directory(folder, error), "the folder '", folder.string(),
          "' does not exist; make it, or name another");
  take_lock(writers);
  descriptor_ = open_alone(path_, target_);
  if (writers == Writers::library) ::flock(descriptor_, LOCK_UN);
  if (::ftruncate(descriptor_, 0) != 0) {
    const int reason = errno;
    ::close(descriptor_);
    throw Error(text("cannot empty '", path_, "': ", std::strerror(reason)));
  }
}

void PartFile::open_to_go_on(Writers writers) {
  const std::string found = file_to_go_on(target_);
  take_lock(writers);
  descriptor_ = ::open(found.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  require(descriptor_ >= 0, "cannot write '", found, "': ", std::strerror(errno),
          "; change its permissions, or copy it");
  std::string why;
  if (!try_lock(descriptor_))
    why = is_written(target_);
  else if (found != path_ && ::rename(found.c_str(), path_.c_str()) != 0)
    why = text("cannot rename '", found, "' to '", path_, "': ", std::strerror(errno));
  if (why.empty() && writers == Writers::library) ::flock(descriptor_, LOCK_UN);
  if (why.empty()) return;
  ::close(descriptor_);
  throw Error(why);
}

PartFile::~PartFile() {
  ::close(descriptor_);
}

void PartFile::finish() {
  check_target(target_);
  std::error_code error;
  fs::rename(path_, target_, error);
  require(!error, "cannot rename '", path_, "' to '", target_.string(), "': ", error.message());
  lock_.reset();
}

void PartFile::discard() {
  ::unlink(path_.c_str());
  lock_.reset();
}

void remove_left_part(const fs::path& target) {
  const std::string part = part_path(target);
  const int descriptor = ::open(part.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return;
  if (!LockFile::exists(target) && try_lock(descriptor)) ::unlink(part.c_str());
  ::close(descriptor);
}

void write_text_file(const fs::path& target, const std::string& content, OnDisk on_disk) {
  PartFile part(target);
  try {
    const char* rest = content.data();
    for (std::size_t left = content.size(); left > 0;) {
      const ::ssize_t written = ::write(part.descriptor(), rest, left);
      require(written > 0, "cannot write '", part.path(), "': ", std::strerror(errno), "; ",
              advice_after(errno));
      rest += written;
      left -= std::size_t(written);
    }
    if (on_disk == OnDisk::at_once) sync_to_disk(part.path());
  } catch (const Error&) {
    part.discard();  // nobody continues half a text
    throw;
  }
  part.finish();
  if (on_disk == OnDisk::at_once) sync_to_disk(target.has_parent_path() ? target.parent_path() : ".");
}

}  // namespace groundswell
