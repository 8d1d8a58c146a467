// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <optional>

#include "base/written_file.hpp"
#include "bench/restart/restart_mode.hpp"
#include "bench/restart/stale_pages.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// All ranks read their pages before the first one writes back; then they write back one after another, in
// rank order.
std::int64_t write_through_pages(const Communicator& ranks, const std::filesystem::path& path,
                                 RestartWriter& file, const RestartState& state,
                                 const std::vector<ConstCellRows>& rows) {
  const std::filesystem::path part = part_path(path);
  run_on_root(ranks, 0, [&] {
    const std::size_t last = rows.size() - 1;
    const std::int64_t length = file.field_begin(last) + state.cells.n_global * rows[last].length;
    require(std::int64_t(std::filesystem::file_size(part)) >= length || ::truncate(part.c_str(), length) == 0,
            "cannot make '", part.string(), "' as long as its values; make room or write elsewhere");
  });
  std::optional<StalePages> pages;
  run_together(ranks, [&] {
    pages.emplace(part);
    std::vector<std::byte> record;
    for (std::size_t i = 0; i < state.cells.owned.size(); ++i)
      for (std::size_t field = 0; field < rows.size(); ++field) {
        const std::byte* from = rows[field].row(std::int64_t(i));
        record.assign(from, from + rows[field].length);
        file.to_file_order(field, record);
        pages->write(file.field_begin(field) + state.cells.owned[i] * rows[field].length, record);
      }
  });
  for (int rank = 0; rank < ranks.size(); ++rank) run_on_root(ranks, rank, [&] { pages->write_back(); });
  return pages->bytes();
}

}  // namespace

std::int64_t write_directly(FileSystem file_system, const RankRoles& roles, const std::filesystem::path& path,
                            const RestartState& state) {
  std::int64_t bytes = 0;
  run_together_napping(roles.world(), [&] {
    if (roles.role() != RankRole::compute) return;
    ChecksummedRows mine(state);
    mine.compute();
    RestartWriter file(roles.mine(), path, state.cells.n_global, state.shape);
    if (file_system == FileSystem::not_parallel)
      bytes = write_through_pages(roles.mine(), path, file, state, mine.rows());
    else
      for (std::size_t i = 0; i < state.cells.owned.size(); ++i)
        file.write_cell(state.cells.owned[i], mine.rows(), std::int64_t(i));
    file.finish();
  });
  return bytes;
}

}  // namespace groundswell
