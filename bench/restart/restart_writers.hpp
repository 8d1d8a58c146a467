// SPDX-License-Identifier: Apache-2.0
// The functions of restart modes; arguments and results as for RestartMode::write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "comm/rank_roles.hpp"
#include "restart/restart_state.hpp"

namespace groundswell {

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
