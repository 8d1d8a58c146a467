// SPDX-License-Identifier: Apache-2.0
// The restarts in the output folder of a run, and the reasons why a run cannot resume from one of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
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
  static auto words(auto& self) { return std::tie(self.saved, self.is_announced); }
};

// Restarts in a folder, newest first, except those that are inputs of the run. Warns of restarts that the
// manifest announces but that are missing. Collective.
std::vector<FoundRestart> list_found_restarts(const std::filesystem::path& folder,
                                              const std::vector<std::filesystem::path>& inputs,
                                              const Communicator& world, const Log& log);

// The reason why a run cannot resume from a restart, if any.
struct Obstacle {
  // `damaged` includes restarts that cannot be opened. `output`: an output file does not reach the date of
  // the restart.
  enum class Kind { none, damaged, unknown_format, other_run, output };
  Kind kind = Kind::none;
  std::string why;        // a clause; `it`, if it occurs, is the restart
  std::string file = {};  // the output file, for `output`

  explicit operator bool() const { return kind != Kind::none; }
  // Whether the restart seems undamaged but belongs to another run or another version of the program.
  bool is_foreign() const { return kind == Kind::other_run || kind == Kind::unknown_format; }
  // Whether another restart has the same obstacle, so that `why` of one of them describes both.
  bool is_like(const Obstacle& other) const {
    return kind == other.kind && (kind == Kind::output ? file == other.file : why == other.why);
  }
  static auto words(auto& self) { return std::tie(self.kind, self.why, self.file); }
};

// The obstacle that corresponds to an `error` about the restart at `path`.
Obstacle find_damage(const std::string& path, const Error& error);

struct OpenedRestart {
  Obstacle obstacle;
  std::optional<RestartFile> file;  // empty if there is an obstacle
};

// Opens a restart on one rank and checks that its header is valid, its date matches its name, and its
// settings match those of the run.
OpenedRestart open_restart(const std::filesystem::path& folder, const SavedRestart& saved,
                           const SettingValues& settings);
// Opens a restart on all ranks, and also checks that its date is not after the `end` of the run. Collective.
OpenedRestart open_restart(const std::filesystem::path& folder, const DateTime& end,
                           const SavedRestart& saved, const SettingValues& settings,
                           const Communicator& world);

}  // namespace groundswell
