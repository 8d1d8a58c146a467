// SPDX-License-Identifier: Apache-2.0
// Gathers on one rank, in the order of the file, the rows of cells that are distributed over all ranks in any
// order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/byte_buffer.hpp"
#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

class CellCollector {
 public:
  // `owned` are this rank's cells, and `mine` their rows of each field, which must stay valid; the fields are
  // the same on all ranks. The ranks together send about `piece_bytes` of a block at a time, so that the data
  // stay in the caches. Collective.
  CellCollector(const Communicator& communicator, int collecting_rank, std::span<const std::int64_t> owned,
                std::vector<ConstCellRows> mine, std::int64_t piece_bytes = std::int64_t(1) << 20);

  // Indices of this rank's cells in a block: collect() reads the rows of these cells.
  std::span<const std::size_t> leaving(const Block& cells) const;
  // Gathers the rows of a block of cells on the collecting rank, where `to` has room for them. Collective.
  void collect(const Block& cells, std::span<const CellRows> to);

  // One rank's rows, ordered by cell number.
  struct RankRows {
    std::span<const std::int64_t> cells;
    std::vector<ConstCellRows> rows;  // of each field
  };
  // Gathers all rows of one rank. The result is valid until the next call, and empty on all ranks but the
  // collecting one. Collective.
  RankRows collect_from(int rank);

  // The most memory [bytes] that this rank's messages have taken so far.
  std::int64_t message_bytes() const { return message_bytes_; }

 private:
  // The cells of a rank in a block: a range of its sorted cells.
  Block find(int rank, const Block& cells) const;
  void pack(const Block& range, ByteBuffer& message) const;
  void place(int rank, const Block& range, const ByteBuffer& message, const Block& cells,
             std::span<const CellRows> to) const;
  void send(const Block& range);
  void receive_all(const Block& cells, std::span<const CellRows> to);
  std::span<std::byte> make_room(ByteBuffer& message, const Block& range);

  const Communicator& communicator_;
  int collecting_rank_;
  std::vector<ConstCellRows> mine_;
  std::int64_t row_bytes_ = 0, piece_cells_ = 1;
  std::vector<std::size_t> order_;  // indices of this rank's rows, sorted by cell number
  // [rank] sorted cells; a rank other than the collecting one knows only its own.
  std::vector<std::vector<std::int64_t>> cells_;
  std::array<ByteBuffer, 2> messages_;  // two are in flight at a time
  std::array<Request, 2> requests_;
  std::size_t n_sent_ = 0;
  std::int64_t message_bytes_ = 0;
};

}  // namespace groundswell
