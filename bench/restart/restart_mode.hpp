// SPDX-License-Identifier: Apache-2.0
// The ways of writing a restart, chosen by name: who brings what to whom, and who writes it when. All but one
// give a file with the same bytes. Reference: Tolman 2003, "Running WAVEWATCH III on a Linux cluster" (single
// to blocked_buffered); docs/design/restart.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "restart/restart_state.hpp"

namespace groundswell {

class RestartMode {
 public:
  virtual ~RestartMode() = default;
  // Writes as write_restart() does. Returns how much memory this rank took for values that are not its own.
  // Throws Error on all ranks. Collective on all ranks of the roles.
  virtual std::int64_t write(const RankRoles& roles, const std::filesystem::path& path,
                             const RestartState& state) = 0;
};

struct RestartModeInfo {
  std::string name;
  bool needs_server;  // a rank that only writes: the last one
  std::string what;
};
std::vector<RestartModeInfo> restart_modes();
// Throws Error for an unknown name, with the known ones.
const RestartModeInfo& find_restart_mode(const std::string& name);
// Throws Error for an unknown name, and where the mode needs a server and there is none.
std::unique_ptr<RestartMode> make_restart_mode(const std::string& name, const RankRoles& roles);

}  // namespace groundswell
