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

// What modes do; arguments and results as for RestartMode::write.

// One process, the first one or a server, collects the file in contiguous blocks of cells and writes one
// after another. With two buffers, a thread writes one block while the next one is received.
struct Collecting {
  bool by_server = false;
  int n_block = 1;
  std::size_t n_buffer = 1;
};
std::int64_t write_collected(const Collecting& how, const RankRoles& roles, const std::filesystem::path& path,
                             const RestartState& state);

// A server takes one rank's share after another and writes its records, one by one, to their positions in the
// file.
std::int64_t write_striped(const RankRoles& roles, const std::filesystem::path& path,
                           const RestartState& state);

// Each compute rank opens the file and writes its own records, one by one: on a parallel file system, or on a
// non-parallel one, whose data corruption is emulated.
enum class FileSystem { parallel, not_parallel };
std::int64_t write_directly(FileSystem file_system, const RankRoles& roles, const std::filesystem::path& path,
                            const RestartState& state);

}  // namespace groundswell
