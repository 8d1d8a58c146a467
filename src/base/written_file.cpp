// SPDX-License-Identifier: Apache-2.0
#include "base/written_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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
          ", which no file may replace; name another file");
  for (const fs::path& input : inputs)
    require(!fs::equivalent(path, input, error), "'", path.string(),
            "' would be overwritten, but this command reads it (as '", input.string(),
            "'); name another file to write");
}

bool has_other_names(int descriptor) {
  struct stat opened;
  return ::fstat(descriptor, &opened) == 0 && opened.st_nlink > 1;
}

// Whether `path` names the open file, and no other name does.
bool is_alone(const std::string& path, int descriptor) {
  struct stat named, opened;
  if (::lstat(path.c_str(), &named) != 0 || ::fstat(descriptor, &opened) != 0) return false;
  return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino && opened.st_nlink < 2;
}

}  // namespace

bool try_lock(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

std::string part_path(const fs::path& target) {
  return target.string() + ".part";
}

void check_target(const fs::path& target, const std::vector<fs::path>& inputs) {
  require(target.has_filename(), "'", target.string(), "' names a folder; name a file in it");
  check_one(target, inputs);
  check_one(part_path(target), inputs);
}

PartFile::PartFile(fs::path target, Writers writers) : target_(std::move(target)), path_(part_path(target_)) {
  check_target(target_);
  const fs::path folder = target_.parent_path();
  require(folder.empty() || fs::is_directory(folder), "the folder '", folder.string(),
          "' does not exist; make it, or name another");
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    require(attempt < 10, "'", path_, "' changes all the time; name another file");
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    require(descriptor_ >= 0, "cannot write '", path_, "': ", std::strerror(errno),
            "; check the permissions of its folder, or name another file");
    const bool locked = writers == Writers::ranks || try_lock(descriptor_);
    if (locked && is_alone(path_, descriptor_)) break;
    // Either its owner has just finished it, or it has a second name, which keeps what it has: then make a
    // new one.
    if (locked && has_other_names(descriptor_)) ::unlink(path_.c_str());
    ::close(std::exchange(descriptor_, -1));
    require(locked, "another program is writing '", path_, "'; wait for it, or name another file");
  }
  if (::ftruncate(descriptor_, 0) != 0) {
    const int reason = errno;
    ::close(descriptor_);
    throw Error(text("cannot empty '", path_, "': ", std::strerror(reason)));
  }
}

PartFile::~PartFile() {
  ::close(descriptor_);
}

void PartFile::finish() {
  check_target(target_);
  std::error_code error;
  fs::rename(path_, target_, error);
  require(!error, "cannot rename '", path_, "' to '", target_.string(), "': ", error.message());
}

void write_text_file(const fs::path& target, const std::string& content) {
  PartFile part(target);
  const char* rest = content.data();
  for (std::size_t left = content.size(); left > 0;) {
    const ::ssize_t written = ::write(part.descriptor(), rest, left);
    require(written > 0, "cannot write '", part.path(), "': ", std::strerror(errno),
            "; make room on that disk or write elsewhere");
    rest += written;
    left -= std::size_t(written);
  }
  part.finish();
}

}  // namespace groundswell
