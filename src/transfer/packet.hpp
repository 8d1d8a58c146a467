// SPDX-License-Identifier: Apache-2.0
// Packets: rows of several fields of the same cells, which travel together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_buffer.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

struct TransferField {
  std::string name;
  std::int64_t row_bytes = 0;  // per cell: 4 for a float, 10080 for 36 x 35 doubles
};

// Divides the cells that each rank wants, in the order of its list, into `count` slabs of `rows` cells (the
// last ones may be shorter or empty), so that large rows need little memory. Such lists must ascend.
struct Slabs {
  std::int64_t rows = 0;
  int count = 1;
};

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
