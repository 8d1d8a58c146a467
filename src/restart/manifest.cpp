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

Manifest read_manifest(const std::filesystem::path& folder) {
  Manifest manifest;
  const std::string all = read_if_there(folder / manifest_name);
  WordReader lines(all, '\n');
  for (std::string line, word; lines.try_read(line);) {
    SavedRestart saved;
    WordReader words(line, ' ');
    if (!words.try_read(word)) continue;
    if (word == "durable") words.try_read(manifest.durable);
    if (word == "restart" && words.try_read(saved.date, saved.file, saved.bytes) &&
        date_in_name(saved.file) == saved.date)
      manifest.restarts.push_back(saved);
    if ((word == "removed" || word == "other") && words.try_read(saved.file) &&
        !date_in_name(saved.file).empty())
      (word == "other" ? manifest.others : manifest.removed).push_back(saved.file);
  }
  return manifest;
}

std::vector<SavedRestart> find_announced(const std::filesystem::path& folder) {
  const Manifest manifest = read_manifest(folder);
  std::vector<SavedRestart> found = find_restarts(folder);
  std::erase_if(found, [&](const SavedRestart& saved) {
    if (manifest.restarts.empty())
      return std::ranges::find(manifest.others, saved.file) != manifest.others.end();
    return std::ranges::find(manifest.restarts, saved.file, &SavedRestart::file) == manifest.restarts.end();
  });
  return found;
}

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  std::string content = head;
  if (!manifest.durable.empty()) content += "durable " + manifest.durable + "\n";
  for (const SavedRestart& saved : manifest.restarts)
    content += text("restart ", saved.date, " ", saved.file, " ", saved.bytes, "\n");
  for (const std::string& file : manifest.removed) content += "removed " + file + "\n";
  for (const std::string& file : manifest.others) content += "other " + file + "\n";
  write_text_file(folder / manifest_name, content, OnDisk::at_once);
}

}  // namespace groundswell
