// SPDX-License-Identifier: Apache-2.0
// Gathers rows of cells, distributed over all ranks in any order, on one rank, in the order of the file.
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
  // the same on all ranks. About `piece_bytes` of a block are sent at a time, from all ranks, so that they
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
  // Gathers everything from one rank; valid until the next call. Empty on other ranks. Collective.
  RankRows collect_from(int rank);

  // The most memory that this rank's messages have taken so far.
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
  std::vector<std::size_t> order_;  // indices of this rank's rows, by cell number
  std::vector<std::vector<std::int64_t>>
      cells_;  // [rank], sorted; ranks other than the collecting one know only their own
  std::array<ByteBuffer, 2> messages_;  // two are in flight at a time
  std::array<Request, 2> requests_;
  std::size_t n_sent_ = 0;
  std::int64_t message_bytes_ = 0;
};

}  // namespace groundswell
