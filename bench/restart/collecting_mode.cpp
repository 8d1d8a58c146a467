// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <future>
#include <numeric>
#include <optional>

#include "base/byte_buffer.hpp"
#include "bench/restart/restart_mode.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// A slab takes about 1 MiB, so that it stays in the caches, but has at most `most_rows` cells. `own` are the
// numbers of this rank's cells in the order in which they are collected.
RestartSlabs make_slabs(const Communicator& world, const RestartState& state, const Decomposition& own,
                        bool collects, std::int64_t most_rows) {
  const std::int64_t most_bytes =
      most_rows * (bytes_per_cell(state.rows) + std::int64_t(sizeof(CellChecksum)));
  return RestartSlabs(world, state, own, {0, collects ? own.n_global : 0},
                      std::min(std::int64_t(1) << 20, most_bytes), false);
}

}  // namespace

std::int64_t write_collected(const Collecting& how, const RankRoles& roles, const std::filesystem::path& path,
                             const RestartState& state) {
  const Communicator &world = roles.world(), alone = Communicator::self();
  const int writing_rank = how.by_server ? world.size() - 1 : 0;
  const std::int64_t n_cell = state.cells.n_global;
  std::optional<RestartWriter> file;
  run_on_root(world, writing_rank, [&] { file.emplace(alone, path, n_cell, state.shape); });
  const Decomposition own{n_cell, {state.cells.owned.begin(), state.cells.owned.end()}};
  RestartSlabs all = make_slabs(world, state, own, file.has_value(), (n_cell - 1) / how.n_block + 1);
  std::vector<ByteBuffer> buffers(how.n_buffer);
  std::future<void> writing;
  for (int number = 0; number < how.n_block; ++number) {
    const Block slabs = make_block(all.n_slab(), number, how.n_block), cells = all.cells_of(slabs);
    const std::vector<CellRows> rows = all.collect(slabs, buffers[std::size_t(number) % how.n_buffer]);
    if (!file) continue;
    if (writing.valid()) writing.get();
    if (how.n_buffer == 1)
      file->write(cells, rows);
    else
      writing = std::async(std::launch::async, [&file, cells, rows] { file->write(cells, rows); });
  }
  if (writing.valid()) writing.get();
  run_together_napping(world, [&] {
    if (file) file->finish();
  });
  std::int64_t bytes = file ? all.message_bytes() : 0;
  for (const ByteBuffer& buffer : buffers) bytes += std::int64_t(buffer.size());
  return bytes;
}

// Cells are numbered anew, rank after rank.
std::int64_t write_striped(const RankRoles& roles, const std::filesystem::path& path,
                           const RestartState& state) {
  const Communicator &world = roles.world(), alone = Communicator::self();
  const int server = world.size() - 1;
  std::optional<RestartWriter> file;
  run_on_root(world, server, [&] { file.emplace(alone, path, state.cells.n_global, state.shape); });
  const std::vector<std::int64_t> cells = world.gather(state.cells.owned, server),
                                  counts = world.all_gather(std::int64_t(state.cells.owned.size()));
  const std::int64_t begin = std::accumulate(counts.begin(), counts.begin() + world.rank(), std::int64_t(0));
  const Decomposition own{state.cells.n_global,
                          numbers_of({begin, begin + counts[std::size_t(world.rank())]})};
  RestartSlabs all = make_slabs(world, state, own, file.has_value(), std::ranges::max(counts));
  ByteBuffer memory;
  for (std::int64_t slab = 0; slab < all.n_slab(); ++slab) {
    const std::vector<CellRows> collected = all.collect({slab, slab + 1}, memory);
    const std::vector<ConstCellRows> rows(collected.begin(), collected.end());
    const Block numbers = all.cells_of({slab, slab + 1});
    for (std::int64_t i = 0; i < numbers.size(); ++i)
      file->write_cell(cells[std::size_t(numbers.begin + i)], rows, i);
  }
  run_together_napping(world, [&] {
    if (file) file->finish();
  });
  return file ? all.message_bytes() + std::int64_t(memory.size()) : 0;
}

}  // namespace groundswell
