// SPDX-License-Identifier: Apache-2.0
#include "bench/restart/striped_mode.hpp"

#include <optional>

#include "bench/restart/cell_collector.hpp"
#include "comm/together.hpp"

namespace groundswell {

std::int64_t StripedMode::write(const RankRoles& roles, const std::filesystem::path& path,
                                const RestartState& state) {
  const Communicator &world = roles.world(), alone = Communicator::self();
  const int server = world.size() - 1;
  ChecksummedRows mine(state);
  mine.compute();
  std::optional<RestartWriter> file;
  run_on_root(world, server, [&] { file.emplace(alone, path, state.cells.n_global, state.shape); });
  CellCollector collector(world, server, state.cells.owned, mine.rows());
  for (int rank = 0; rank < roles.n_compute(); ++rank) {
    const CellCollector::RankRows share = collector.collect_from(rank);
    for (std::size_t i = 0; i < share.cells.size(); ++i)
      file->write_cell(share.cells[i], share.rows, std::int64_t(i));
  }
  run_together_napping(world, [&] {
    if (file) file->finish();
  });
  return file ? collector.message_bytes() : 0;
}

}  // namespace groundswell
