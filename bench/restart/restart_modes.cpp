// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.hpp"
#include "base/names.hpp"
#include "bench/restart/collecting_mode.hpp"
#include "bench/restart/direct_mode.hpp"
#include "bench/restart/restart_mode.hpp"
#include "comm/together.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {
namespace {

// Like a run without servers: each compute rank writes one contiguous block.
class ParallelMode final : public RestartMode {
 public:
  std::int64_t write(const RankRoles& roles, const std::filesystem::path& path,
                     const RestartState& state) override {
    std::int64_t bytes = 0;
    run_together_napping(roles.world(), [&] {
      if (roles.role() == RankRole::compute) bytes = write_restart(path, roles.mine(), state);
    });
    return bytes;
  }
};

constexpr int n_block = 10;  // as in Tolman (2003)

using Writer = CollectingMode::Writer;
using FileSystem = DirectMode::FileSystem;

struct Entry : RestartModeInfo {
  std::unique_ptr<RestartMode> (*make)();
};

template <class Mode, auto... arguments>
std::unique_ptr<RestartMode> make() {
  return std::make_unique<Mode>(arguments...);
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{"single", false, "the first process collects all and writes it at once"},
       make<CollectingMode, Writer::first_rank, 1, 1>},
      {{"direct", false, "each process writes its own records"}, make<DirectMode, FileSystem::parallel>},
      {{"direct_damaged", false, "the same, with the damage by a file system that is not parallel"},
       make<DirectMode, FileSystem::not_parallel>},
      {{"striped", true, "a server takes one process's share at a time and writes its records"},
       make<StripedMode>},
      {{"gathered", true, "a server collects all and writes it at once"},
       make<CollectingMode, Writer::server, 1, 1>},
      {{"blocked", true, "a server collects a tenth of the file, writes it, collects the next"},
       make<CollectingMode, Writer::server, n_block, 1>},
      {{"blocked_buffered", true, "the same, with a second buffer that fills meanwhile"},
       make<CollectingMode, Writer::server, n_block, 2>},
      {{"parallel", false, "each process writes a contiguous block, as in a run"}, make<ParallelMode>}};
  return all;
}

const Entry& find(const std::string& name) {
  return find_named(entries(), name, "there is no restart mode '", name, "'");
}

}  // namespace

std::vector<RestartModeInfo> restart_modes() {
  return {entries().begin(), entries().end()};
}

const RestartModeInfo& find_restart_mode(const std::string& name) {
  return find(name);
}

std::unique_ptr<RestartMode> make_restart_mode(const std::string& name, const RankRoles& roles) {
  const Entry& entry = find(name);
  require(!entry.needs_server || roles.n_output_server() > 0, "the restart mode '", name,
          "' needs a process that only writes, beside one or more that compute; start one more");
  return entry.make();
}

}  // namespace groundswell
