// SPDX-License-Identifier: Apache-2.0
// The restarts that lie in the output folder of a run, and what keeps a run from going on from one of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "restart/manifest.hpp"
#include "restart/restart_file.hpp"
#include "run/settings_difference.hpp"

namespace groundswell {

struct FoundRestart {
  SavedRestart saved;
  bool is_announced = false;  // see find_announced
};

// Those in a folder, but no inputs, the newest first. Warns of those that the manifest announces and that are
// not there. Collective.
std::vector<FoundRestart> list_found_restarts(const std::filesystem::path& folder,
                                              const std::vector<std::filesystem::path>& inputs,
                                              const Communicator& world, const Log& log);

// Why a run cannot go on from a restart, if it cannot.
struct Obstacle {
  // `damaged`: or it cannot be opened. `output`: a file of output does not reach it.
  enum class Kind { none, damaged, unknown_format, other_run, output };
  Kind kind = Kind::none;
  std::string why;        // where it is about the restart, that is `it`
  std::string file = {};  // of output

  explicit operator bool() const { return kind != Kind::none; }
  // Whether the restart is sound, but of another run.
  bool is_foreign() const { return kind == Kind::other_run || kind == Kind::unknown_format; }
  // Whether that of another restart is the same, for the words `why` of one of them.
  bool is_like(const Obstacle& other) const {
    return kind == other.kind && (kind == Kind::output ? file == other.file : why == other.why);
  }
};

// `error` is about a restart.
Obstacle find_damage(const std::string& path, const Error& error);

// What the first rank has found, on all. Collective.
Obstacle tell_all(const Communicator& world, Obstacle of_first);

struct OpenedRestart {
  Obstacle obstacle;
  std::optional<RestartFile> file;  // where there is none
};

// Opens a restart on one rank and looks whether its header is sound, its date that of its name, and its
// settings those of the run.
OpenedRestart open_restart(const std::filesystem::path& folder, const SavedRestart& saved,
                           const SettingValues& settings);
// The same on all ranks, and whether it is not after the `end` of the run. Collective.
OpenedRestart open_restart(const std::filesystem::path& folder, const DateTime& end,
                           const SavedRestart& saved, const SettingValues& settings,
                           const Communicator& world);

}  // namespace groundswell
