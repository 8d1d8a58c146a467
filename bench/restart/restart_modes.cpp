// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/names.hpp"
#include "bench/restart/restart_mode.hpp"
#include "comm/together.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {
namespace {

// Like a run without servers: each compute rank writes one contiguous block.
std::int64_t write_in_parallel(const RankRoles& roles, const std::filesystem::path& path,
                               const RestartState& state) {
  std::int64_t bytes = 0;
  run_together_napping(roles.world(), [&] {
    if (roles.role() == RankRole::compute) bytes = write_restart(path, roles.mine(), state);
  });
  return bytes;
}

constexpr int n_block = 10;  // as in Tolman (2003)

}  // namespace

const std::vector<RestartMode>& restart_modes() {
  static const std::vector<RestartMode> all{
      {"single", false, "the first process collects all and writes it at once",
       std::bind_front(write_collected, Collecting{})},
      {"direct", false, "each process writes its own records",
       std::bind_front(write_directly, FileSystem::parallel)},
      {"direct_damaged", false, "the same, with the damage by a file system that is not parallel",
       std::bind_front(write_directly, FileSystem::not_parallel)},
      {"striped", true, "a server takes one process's share at a time and writes its records", write_striped},
      {"gathered", true, "a server collects all and writes it at once",
       std::bind_front(write_collected, Collecting{.by_server = true})},
      {"blocked", true, "a server collects a tenth of the file, writes it, collects the next",
       std::bind_front(write_collected, Collecting{true, n_block})},
      {"blocked_buffered", true, "the same, with a second buffer that fills meanwhile",
       std::bind_front(write_collected, Collecting{true, n_block, 2})},
      {"parallel", false, "each process writes a contiguous block, as in a run", write_in_parallel}};
  return all;
}

const RestartMode& find_restart_mode(const std::string& name) {
  return find_named(restart_modes(), name, "there is no restart mode '", name, "'");
}

const RestartMode& find_restart_mode(const std::string& name, const RankRoles& roles) {
  const RestartMode& mode = find_restart_mode(name);
  require(!mode.needs_server || roles.n_output_server() > 0, "the restart mode '", name,
          "' needs a process that only writes, beside one or more that compute; start one more");
  return mode;
}

}  // namespace groundswell
