// SPDX-License-Identifier: Apache-2.0
#include "base/written_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

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

}  // namespace

std::string part_path(const fs::path& target) {
  return target.string() + ".part";
}

void check_target(const fs::path& target, const std::vector<fs::path>& inputs) {
  check_one(target, inputs);
  check_one(part_path(target), inputs);
}

std::string start_part(const fs::path& target) {
  check_target(target);
  const std::string part = part_path(target);
  std::error_code error;
  fs::remove(part, error);
  require(!error, "cannot replace '", part, "': ", error.message(),
          "; check the permissions of its folder, or name another file");
  return part;
}

void finish_part(const fs::path& target) {
  check_target(target);
  const std::string part = part_path(target);
  std::error_code error;
  fs::rename(part, target, error);
  require(!error, "cannot rename '", part, "' to '", target.string(), "': ", error.message());
}

void write_text_file(const fs::path& target, const std::string& content) {
  const std::string part = start_part(target);
  std::FILE* file = std::fopen(part.c_str(), "wx");
  require(file != nullptr, "cannot write '", part, "': ", std::strerror(errno),
          "; check the permissions of its folder, or name another file");
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool closed = std::fclose(file) == 0;
  const int reason = errno;
  require(written && closed, "cannot write '", part, "': ", std::strerror(reason),
          "; make room on that disk or write elsewhere");
  finish_part(target);
}

}  // namespace groundswell
