// SPDX-License-Identifier: Apache-2.0
#include "run/common_start.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "restart/manifest.hpp"
#include "restart/restart_file.hpp"
#include "run/folder_record.hpp"
#include "run/run_end.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

bool has_begun(const fs::path& folder) {
  return !read_record(folder).files.empty() || !find_restarts(folder).empty();
}

// Whether a folder has a restart of this date whose header is sound.
bool has_sound(const fs::path& folder, const std::string& date) {
  for (const SavedRestart& saved : find_restarts(folder)) {
    if (saved.date != date) continue;
    try {
      return RestartFile(folder / saved.file).fact("date") == date;
    } catch (const Error&) {
      return false;
    }
  }
  return false;
}

// The newest date of which all folders have a sound restart, or "".
std::string find_newest(const std::vector<fs::path>& folders) {
  std::vector<SavedRestart> candidates = find_restarts(folders.front());
  std::ranges::reverse(candidates);
  for (const SavedRestart& saved : candidates)
    if (std::ranges::all_of(folders, [&](const fs::path& folder) { return has_sound(folder, saved.date); }))
      return saved.date;
  return "";
}

}  // namespace

std::optional<RunStart> choose_common_start(const CoupledJob& job, const Communicator& ranks, const Log& log,
                                            const RunStart& start) {
  if (start.folder != FolderStart::go_on) return start;
  const std::vector<fs::path> folders = job.restart_folders();
  std::string date = start.from, why;
  bool is_new = false, is_over = false;
  run_on_root(ranks, 0, [&] {
    require(!folders.empty(), "no component of '", job.file,
            "' writes restarts; start it from the beginning");
    for (const fs::path& folder : folders)
      require(start.from.empty() || has_sound(folder, date), "there is no sound restart of ", date, " in '",
              folder.string(), "'; a job goes on from a date of which all components have one");
    if (date.empty()) date = find_newest(folders);
    is_over =
        start.from.empty() && date == job.end().iso() &&
        std::ranges::all_of(folders, [](const fs::path& folder) { return read_record(folder).finished; });
    is_new = date.empty() && (start.or_begin || std::ranges::none_of(folders, has_begun));
    if (date.empty() && !is_new)
      why = text("there is no date of which all components of '", job.file,
                 "' have a sound restart; begin anew with --continue=or-begin");
  });
  broadcast_words(ranks, 0, date, is_new, is_over);
  if (const std::string none = first_message(ranks, why); !none.empty())
    throw NothingLeft(none, ranks.rank() == 0);
  if (is_new) {
    log.info("no component has a restart; the job starts from the beginning");
    return RunStart{};
  }
  if (is_over) {
    log.info("the job has reached its end, " + date + "; there is nothing to do (move time.end to go on)");
    return {};
  }
  log.info("all components go on from " + date);
  return RunStart{FolderStart::go_on, false, date};
}

}  // namespace groundswell
