// SPDX-License-Identifier: Apache-2.0
// The methods of writing a restart, chosen by name: who sends what to whom, and who writes it when. All but
// one produce a file with the same bytes. References: Tolman 2003, "Running WAVEWATCH III on a Linux cluster"
// (for the modes from single to blocked_buffered), and docs/design/restart.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "restart/restart_state.hpp"

namespace groundswell {

struct RestartMode {
  std::string name;
  bool needs_server;  // needs a rank that only writes: the last one
  std::string what;
  // Writes a restart, like write_restart(). Returns the bytes of memory that this rank used for values other
  // than its own. If writing fails, throws Error on all ranks. Collective on all ranks of the roles.
  std::function<std::int64_t(const RankRoles& roles, const std::filesystem::path& path,
                             const RestartState& state)>
      write;
};
const std::vector<RestartMode>& restart_modes();
// Throws Error for an unknown name, listing the known ones.
const RestartMode& find_restart_mode(const std::string& name);
// As above; also if the mode needs a server and there is none.
const RestartMode& find_restart_mode(const std::string& name, const RankRoles& roles);

}  // namespace groundswell
