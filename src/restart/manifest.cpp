// SPDX-License-Identifier: Apache-2.0
#include "restart/manifest.hpp"

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

constexpr char head[] =
    "# All output of the run in this folder is on disk up to the date `durable`. `groundswell run "
    "--continue`\n"
    "# goes on from the last of these restarts that is sound: date, file, bytes. Files that are removed go "
    "next.\n";

bool is_restart_name(const std::string& file) {
  const std::string names = restart_names;
  const std::size_t star = names.find('*');
  return file.starts_with(names.substr(0, star)) && file.ends_with(names.substr(star + 1)) &&
         std::filesystem::path(file).filename() == file;
}

}  // namespace

std::string restart_name(const DateTime& date) {
  return "restart_" + date.compact() + ".nc";
}

std::vector<SavedRestart> read_manifest(const std::filesystem::path& folder) {
  std::vector<SavedRestart> restarts;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(folder / manifest_name, ignored)) return restarts;
  std::ifstream in(folder / manifest_name);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first;
    SavedRestart restart;
    if (!(words >> first >> restart.date >> restart.file >> restart.bytes) || first != "restart") continue;
    // Never another file, which would be removed in its time, nor one of another folder.
    if (is_restart_name(restart.file)) restarts.push_back(restart);
  }
  return restarts;
}

std::vector<std::string> read_removed(const std::filesystem::path& folder) {
  std::vector<std::string> removed;
  std::ifstream in(folder / manifest_name);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first, file;
    if (words >> first >> file && first == "removed" && is_restart_name(file)) removed.push_back(file);
  }
  return removed;
}

void write_manifest(const std::filesystem::path& folder, const std::string& durable,
                    const std::vector<SavedRestart>& restarts, const std::vector<std::string>& removed) {
  std::string content = head + ("durable " + durable + "\n");
  for (const SavedRestart& restart : restarts)
    content += text("restart ", restart.date, " ", restart.file, " ", restart.bytes, "\n");
  for (const std::string& file : removed) content += "removed " + file + "\n";
  write_text_file(folder / manifest_name, content, OnDisk::at_once);
}

}  // namespace groundswell
