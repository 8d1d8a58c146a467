// SPDX-License-Identifier: Apache-2.0
#include "bench/restart/collecting_mode.hpp"

#include <future>
#include <optional>

#include "base/byte_buffer.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Allocates the rows of a block, field by field.
std::vector<CellRows> make_room(ByteBuffer& buffer, const Block& cells,
                                const std::vector<ConstCellRows>& fields) {
  std::int64_t bytes = 0;
  for (const ConstCellRows& field : fields) bytes += cells.size() * field.length;
  std::byte* at = buffer.first(std::size_t(bytes)).data();
  std::vector<CellRows> rows;
  for (const ConstCellRows& field : fields) {
    rows.push_back(make_cell_rows(at, cells.size(), field.length));
    at += cells.size() * field.length;
  }
  return rows;
}

}  // namespace

std::int64_t CollectingMode::write(const RankRoles& roles, const std::filesystem::path& path,
                                   const RestartState& state) {
  const Communicator &world = roles.world(), alone = Communicator::self();
  const int writing_rank = writer_ == Writer::server ? world.size() - 1 : 0;
  ChecksummedRows mine(state);
  std::optional<RestartWriter> file;
  run_on_root(world, writing_rank, [&] { file.emplace(alone, path, state.cells.n_global, state.shape); });
  CellCollector collector(world, writing_rank, state.cells.owned, mine.rows());
  std::vector<ByteBuffer> buffers(n_buffer_);
  std::future<void> writing;
  for (int number = 0; number < n_block_; ++number) {
    const Block cells = make_block(state.cells.n_global, number, n_block_);
    std::vector<CellRows> rows;
    if (file) rows = make_room(buffers[std::size_t(number) % n_buffer_], cells, mine.rows());
    mine.compute(collector.leaving(cells));
    collector.collect(cells, rows);
    if (!file) continue;
    if (writing.valid()) writing.get();
    if (n_buffer_ == 1)
      file->write(cells, rows);
    else
      writing = std::async(std::launch::async, [&file, cells, rows] { file->write(cells, rows); });
  }
  if (writing.valid()) writing.get();
  run_together_napping(world, [&] {
    if (file) file->finish();
  });
  std::int64_t bytes = file ? collector.message_bytes() : 0;
  for (const ByteBuffer& buffer : buffers) bytes += std::int64_t(buffer.size());
  return bytes;
}

}  // namespace groundswell
