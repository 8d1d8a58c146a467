// SPDX-License-Identifier: Apache-2.0
#include "restart/manifest.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/words.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

constexpr char head[] =
    "# All output of the run in this folder is on disk up to the date `durable`. `groundswell run "
    "--continue`\n"
    "# goes on from the newest sound restart in the folder; `restart` lists those of the run: date, file, "
    "bytes.\n"
    "# Files listed as `removed` are deleted next; those listed as `other` are restarts of other runs.\n";

// The date in the name of a restart, as 1996-01-16T00:00:00Z; "" for the name of any other file.
std::string date_in_name(const std::string& file) {
  constexpr std::string_view names = restart_names;
  const std::size_t star = names.find('*');
  const std::string_view before = names.substr(0, star), after = names.substr(star + 1);
  if (file.size() < names.size() || !file.starts_with(before) || !file.ends_with(after)) return "";
  std::string date = file.substr(star, file.size() - before.size() - after.size());
  const std::size_t day_end = date.find('T');
  if (day_end == std::string::npos || !is_compact_date(date)) return "";
  for (const std::size_t place : {day_end + 5, day_end + 3}) date.insert(place, ":");
  for (const std::size_t place : {day_end - 2, day_end - 4}) date.insert(place, "-");
  return date;
}

// The names of restarts in those lines of the manifest that begin with the given word.
std::vector<std::string> read_files(const std::filesystem::path& folder, const std::string& word) {
  std::vector<std::string> files;
  const std::string all = read_if_there(folder / manifest_name);
  WordReader lines(all, '\n');
  for (std::string line, first, file; lines.try_read(line);)
    if (WordReader(line, ' ').try_read(first, file) && first == word && !date_in_name(file).empty())
      files.push_back(file);
  return files;
}

}  // namespace

bool is_earlier(const std::string& date, const std::string& other) {
  return date.size() == other.size() ? date < other : date.size() < other.size();
}

std::string restart_name(const DateTime& date) {
  return "restart_" + date.compact() + ".nc";
}

std::vector<SavedRestart> find_restarts(const std::filesystem::path& folder) {
  std::vector<SavedRestart> restarts;
  std::error_code ignored;
  for (const std::string& file : names_in(folder)) {
    const std::string date = date_in_name(file);
    if (date.empty() || !std::filesystem::is_regular_file(folder / file, ignored)) continue;
    restarts.push_back({date, file, std::int64_t(std::filesystem::file_size(folder / file, ignored))});
  }
  std::ranges::sort(restarts, is_earlier, &SavedRestart::date);
  return restarts;
}

std::vector<SavedRestart> read_manifest(const std::filesystem::path& folder) {
  std::vector<SavedRestart> restarts;
  const std::string all = read_if_there(folder / manifest_name);
  WordReader lines(all, '\n');
  for (std::string line, first; lines.try_read(line);) {
    SavedRestart restart;
    WordReader words(line, ' ');
    if (!words.try_read(first, restart.date, restart.file, restart.bytes) || first != "restart") continue;
    // Skips lines with the name of a file in another folder or of a file that is not a restart, because the
    // run would eventually remove that file.
    if (date_in_name(restart.file) == restart.date) restarts.push_back(restart);
  }
  return restarts;
}

std::vector<SavedRestart> find_announced(const std::filesystem::path& folder) {
  const std::vector<SavedRestart> announced = read_manifest(folder);
  const std::vector<std::string> others = read_others(folder);
  std::vector<SavedRestart> found = find_restarts(folder);
  std::erase_if(found, [&](const SavedRestart& saved) {
    if (announced.empty()) return std::ranges::find(others, saved.file) != others.end();
    return std::ranges::find(announced, saved.file, &SavedRestart::file) == announced.end();
  });
  return found;
}

std::string read_durable(const std::filesystem::path& folder) {
  const std::string all = read_if_there(folder / manifest_name);
  WordReader lines(all, '\n');
  std::string date;
  for (std::string line; lines.try_read(line);)
    if (line.starts_with("durable ")) date = line.substr(8);
  return date;
}

std::vector<std::string> read_removed(const std::filesystem::path& folder) {
  return read_files(folder, "removed");
}

std::vector<std::string> read_others(const std::filesystem::path& folder) {
  return read_files(folder, "other");
}

void write_others(const std::filesystem::path& folder, const std::vector<std::string>& others) {
  std::string content = head;
  for (const std::string& file : others) content += "other " + file + "\n";
  write_text_file(folder / manifest_name, content, OnDisk::at_once);
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
