// SPDX-License-Identifier: Apache-2.0
// Packets: rows of several fields of the same cells, which travel together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/byte_buffer.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

struct TransferField {
  std::string name;
  std::int64_t row_bytes = 0;  // per cell: 4 for a float, 10080 for 36 x 35 doubles
  static auto words(auto& self) { return std::tie(self.name, self.row_bytes); }
};

inline std::int64_t row_bytes_of(const std::vector<TransferField>& fields) {
  std::int64_t bytes = 0;
  for (const TransferField& field : fields) bytes += field.row_bytes;
  return bytes;
}

// Divides the cells that each rank wants, in the order of its list, into `count` slabs of `rows` cells (the
// last ones may be shorter or empty), so that large rows need little memory. Such lists must ascend.
struct Slabs {
  std::int64_t rows = 0;
  int count = 1;
};
// For lists of up to `n_row` cells: slabs of at most `most_bytes`, unless a cell takes more, or there would
// be more than 4096 slabs.
inline Slabs divide_into_slabs(std::int64_t n_row, std::int64_t row_bytes, std::int64_t most_bytes) {
  constexpr std::int64_t most_slabs = 4096;
  n_row = std::max<std::int64_t>(n_row, 1);
  const std::int64_t rows =
      std::max(std::clamp<std::int64_t>(most_bytes / row_bytes, 1, n_row), (n_row - 1) / most_slabs + 1);
  return {rows, int((n_row - 1) / rows + 1)};
}

// Fields that are always sent together, such as those of one file. All ranks have the same list of kinds.
struct PacketKind {
  std::string name;  // for error messages
  std::vector<TransferField> fields;
  Slabs slabs = {};  // a kind with several slabs stands for as many kinds, one after another
};
// The kinds with one entry for each slab.
std::vector<PacketKind> one_kind_per_slab(const std::vector<PacketKind>& kinds);

// A packet of some kind to be sent: rows of this rank's cells, one entry per field.
struct Packet {
  int kind = 0;
  std::vector<ConstCellRows> from;
};

struct ReceivedPacket {
  int kind = 0;
  std::vector<ByteBuffer> fields;  // rows of the cells that this rank wants, in the order of its list
};

}  // namespace groundswell
