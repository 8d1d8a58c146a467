// SPDX-License-Identifier: Apache-2.0
// The fields of a transfer. Checks that all processes name the same fields and that rows fit, and selects the
// fields that are sent.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/packet.hpp"
#include "transfer/plan_executor.hpp"

namespace groundswell {

// What is transferred once: rows of the selected fields, and the header of messages with them.
struct MovingRows {
  std::vector<ConstCellRows> from;
  std::vector<CellRows> to;
  MessageHeader header;
};

class FieldList {
 public:
  // The source and the target are null if this process is not on that side. Throws Error on all processes if
  // the lists differ, or if the bytes per cell are not positive or too many. Collective.
  FieldList(const Communicator& communicator, std::string transfer, std::vector<TransferField> fields,
            const Decomposition* source, const Decomposition* target);

  std::int64_t row_bytes() const { return row_bytes_of(fields_); }  // of all fields together
  std::vector<std::string> described() const;                       // each field
  // Sets `chosen` to the rows of selected fields in transfer `number`. Throws Error if rows do not fit fields
  // or cells, or if `mask` is not empty but does not have one entry per field.
  void choose(std::int64_t number, std::span<const ConstCellRows> from, std::span<const CellRows> to,
              const std::vector<bool>& mask, MovingRows& chosen) const;
  // Throws Error if `came`, the header of a message from `rank`, selects other fields than `expected`, the
  // header of this process.
  void check(int rank, const MessageHeader& came, const MessageHeader& expected) const;
  // Throws Error if `came`, the header of a message from `rank`, differs from `others`, that of an earlier
  // message.
  void require_alike(int rank, const MessageHeader& came, const MessageHeader& others) const;

 private:
  // Names the fields that a header selects, and their bytes per cell.
  std::string described(const MessageHeader& header) const;
  MessageHeader header(std::int64_t number, const std::vector<bool>& mask) const;
  template <class Byte>
  void choose(std::span<const BasicCellRows<Byte>> rows, const std::vector<bool>& mask, std::int64_t n_cell,
              const char* side, std::vector<BasicCellRows<Byte>>& chosen) const;

  std::string transfer_;  // name of the transfer
  std::vector<TransferField> fields_;
  std::int64_t n_source_, n_target_;  // cells; < 0: not on that side
};

}  // namespace groundswell
