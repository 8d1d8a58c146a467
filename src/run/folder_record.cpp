// SPDX-License-Identifier: Apache-2.0
#include "run/folder_record.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/date_time.hpp"
#include "base/read_file.hpp"
#include "base/words.hpp"
#include "base/written_file.hpp"
#include "restart/manifest.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {

namespace fs = std::filesystem;

namespace {

constexpr char record_head[] =
    "# Files that a run of Groundswell writes here, one per line after `file`. The next run moves them to\n"
    "# previous/, or to unfinished/ if this run did not finish (no line `finished`). The run keeps this\n"
    "# file locked.\n";

// The restarts that the run in a folder has written, and those that it has only begun to write (.part).
std::vector<std::string> list_restarts_of_run(const fs::path& folder) {
  std::vector<std::string> found = list_files_like(folder, restart_names);
  const std::vector<std::string> mine = find_restarts_of_run(folder);
  std::erase_if(found, [&](const std::string& file) {
    std::error_code ignored;
    return std::ranges::find(mine, file) == mine.end() &&
           fs::exists(fs::symlink_status(folder / file, ignored));
  });
  return found;
}

}  // namespace

void FolderRecord::add(const std::string& file) {
  if (std::ranges::find(files, file) == files.end()) files.push_back(file);
}

std::string FolderRecord::to_text() const {
  std::string content = record_head + ("run " + run + "\n");
  if (finished) content += "finished\n";
  for (const std::string& name : files) content += "file " + name + "\n";
  return content;
}

std::vector<std::string> list_files_like(const fs::path& folder, const std::string& name) {
  const std::size_t star = name.find('*');
  if (star == std::string::npos) return {name};
  const std::string before = name.substr(0, star), after = name.substr(star + 1);
  std::vector<std::string> found;
  for (std::string& there : names_in(folder)) {
    if (there.ends_with(part_path(""))) there.resize(there.size() - part_path("").size());
    if (there.size() + 1 < name.size() || !there.starts_with(before) || !there.ends_with(after)) continue;
    const std::size_t n_date = there.size() - before.size() - after.size();
    if (is_compact_date(std::string_view(there).substr(star, n_date)) &&
        std::ranges::find(found, there) == found.end())
      found.push_back(there);
  }
  std::ranges::sort(found);
  return found;
}

FolderRecord read_record(const fs::path& folder) {
  FolderRecord record;
  std::error_code ignored;
  if (fs::symlink_status(folder / record_name, ignored).type() != fs::file_type::regular) return record;
  const std::string all = read_if_there(folder / record_name);
  WordReader lines(all, '\n');
  for (std::string line; lines.try_read(line);) {
    if (line.rfind("run ", 0) == 0) record.run = line.substr(4);
    if (line == "finished") record.finished = true;
    if (line.rfind("file ", 0) != 0) continue;
    const std::string name = line.substr(5);
    if (name.empty() || fs::path(name).filename() != name || name == "." || name == "..") continue;
    record.add(name);
  }
  return record;
}

FolderRecord find_recorded(const fs::path& folder, bool with_restarts) {
  FolderRecord record = read_record(folder);
  const std::vector<std::string> names = std::exchange(record.files, {});
  for (const std::string& name : names) {
    if (name != restart_names) {
      record.add(name);
      for (const std::string& file : list_files_like(folder, name)) record.add(file);
    } else if (with_restarts) {
      for (const std::string& file : list_restarts_of_run(folder)) record.add(file);
    }
  }
  return record;
}

}  // namespace groundswell
