// SPDX-License-Identifier: Apache-2.0
#include "run/found_restart.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

void warn_of_missing(const fs::path& folder, const std::vector<SavedRestart>& announced, const Log& log) {
  std::string names;
  int n = 0;
  for (const SavedRestart& saved : announced) {
    if (std::error_code ignored; fs::exists(folder / saved.file, ignored)) continue;
    names += (n++ == 0 ? "" : ", ") + saved.file;
  }
  if (n > 0)
    log.warn(text(n == 1 ? "the restart " : "the restarts ", names, ", which '",
                  (folder / manifest_name).string(), "' announces, ", n == 1 ? "is" : "are", " not there"));
}

}  // namespace

std::vector<FoundRestart> list_found_restarts(const fs::path& folder, const std::vector<fs::path>& inputs,
                                              const Communicator& world, const Log& log) {
  std::vector<FoundRestart> found;
  run_on_root(world, 0, [&] {
    const std::vector<SavedRestart> announced = find_announced(folder);
    const auto is_announced = [&](const SavedRestart& saved) {
      return std::ranges::find(announced, saved.file, &SavedRestart::file) != announced.end();
    };
    warn_of_missing(folder, read_manifest(folder).restarts, log);
    std::vector<SavedRestart> there = find_restarts(folder);
    std::ranges::reverse(there);
    for (const SavedRestart& saved : there)
      if (!is_same_file_as_any(folder / saved.file, inputs)) found.push_back({saved, is_announced(saved)});
  });
  broadcast_words(world, 0, found);
  return found;
}

Obstacle find_damage(const std::string& path, const Error& error) {
  std::string why = error.what();
  const std::string name = "'" + path + "'";
  if (const std::size_t at = why.find(name); at != std::string::npos) why.replace(at, name.size(), "it");
  const bool is_unknown = dynamic_cast<const UnknownFormat*>(&error) != nullptr;
  return {is_unknown ? Obstacle::Kind::unknown_format : Obstacle::Kind::damaged, why};
}

OpenedRestart open_restart(const fs::path& folder, const SavedRestart& saved, const SettingValues& settings) {
  using Kind = Obstacle::Kind;
  const fs::path path = folder / saved.file;
  try {
    RestartFile file(path);
    if (const std::string date = file.fact("date"); date != saved.date)
      return {{Kind::damaged, text("it is of ", date, ", but its name says ", saved.date)}, {}};
    const std::string difference = find_difference(settings_from_text(file.fact("settings")), settings);
    if (!difference.empty()) return {{Kind::other_run, difference}, {}};
    return {{}, std::move(file)};
  } catch (const Error& error) {
    return {find_damage(path.string(), error), {}};
  }
}

// The first rank decides; the others open only files that it has found valid.
OpenedRestart open_restart(const fs::path& folder, const DateTime& end, const SavedRestart& saved,
                           const SettingValues& settings, const Communicator& world) {
  const fs::path path = folder / saved.file;
  OpenedRestart opened = world.rank() == 0 ? open_restart(folder, saved, settings) : OpenedRestart{};
  broadcast_words(world, 0, opened.obstacle);
  if (opened.obstacle) return opened;
  try {
    run_together(world, [&] {
      if (world.rank() > 0) opened.file.emplace(path);
      if (DateTime::parse(saved.date, end.calendar()) > end)
        opened.obstacle = {Obstacle::Kind::other_run, text("it is after time.end, ", end.iso(),
                                                           " (--from DATE chooses an earlier one)")};
    });
  } catch (const Error& error) {
    opened.obstacle = find_damage(path.string(), error);
  }
  if (opened.obstacle) opened.file.reset();
  return opened;
}

}  // namespace groundswell
