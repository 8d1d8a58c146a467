// SPDX-License-Identifier: Apache-2.0
#include "base/read_file.hpp"

#include <dirent.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {

void check_input(const std::filesystem::path& path, const char* wanted) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  require(
      type != fs::file_type::not_found || !fs::exists(part_path(path), error), "there is no file '",
      path.string(),
      "', but one that ends in .part: the program that writes it is still running or was interrupted; let it "
      "finish, or name '",
      part_path(path), "' to read what it has");
  require(type != fs::file_type::not_found, "there is no file '", path.string(), "'; check the path");
  require(type != fs::file_type::none, "the file '", path.string(), "' cannot be read: ", error.message());
  require(type != fs::file_type::directory, "'", path.string(), "' is a folder, not ", wanted,
          "; name the file in it");
  require(type == fs::file_type::regular, "'", path.string(), "' is a pipe or a device, not ", wanted,
          "; write its content to a file and name that");
}

std::string read_if_there(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return "";
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all.exceptions(std::ios::badbit | std::ios::failbit);  // if memory runs out, the text must not end there
  try {
    all << file.rdbuf();
  } catch (const std::ios::failure&) {
    return "";
  }
  return all.str();
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  const auto close = [](::DIR* open) { ::closedir(open); };
  const std::unique_ptr<::DIR, decltype(close)> there(::opendir(folder.c_str()));
  std::vector<std::string> names;
  while (const ::dirent* entry = there ? ::readdir(there.get()) : nullptr)
    if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
  return names;
}

}  // namespace groundswell
