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
#include "transfer/plan_executor.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Throws Error on all processes if `mine` differs between them; the message names what differs (`what`, a
// plural) and the transfer. Collective.
void require_same(const Communicator& communicator, const std::string& transfer, const char* what,
                  const std::string& mine);

class FieldList {
 public:
  // Throws Error on all processes if the lists differ, or if the bytes per cell are not positive or too many.
  // Collective.
  FieldList(const Communicator& communicator, std::string transfer, std::vector<TransferField> fields);

  std::int64_t row_bytes() const;  // of all fields together
  std::string described() const;
  // Sets `chosen` to the rows of selected fields. Throws Error if rows do not fit fields or cells, or if
  // `mask` is not empty but does not have one entry per field.
  template <class Byte>
  void choose(std::span<const BasicCellRows<Byte>> rows, const std::vector<bool>& mask, bool on_side,
              std::int64_t n_cell, const char* side, std::vector<BasicCellRows<Byte>>& chosen) const;
  MessageHeader header(std::int64_t number, const std::vector<bool>& mask) const;
  // Throws Error if `came`, the header of a message from `rank`, selects other fields than `expected`, the
  // header of this process.
  void check(int rank, const MessageHeader& came, const MessageHeader& expected) const;
  // Throws Error if `came`, the header of a message from `rank`, differs from `others`, that of an earlier
  // message.
  void require_alike(int rank, const MessageHeader& came, const MessageHeader& others) const;

 private:
  // Names the fields that a header selects, and their bytes per cell.
  std::string described(const MessageHeader& header) const;
  bool travels(std::size_t field, const std::vector<bool>& mask) const { return mask.empty() || mask[field]; }
  MessageHeader header_of(const std::vector<bool>& travelling) const;
  void check_mask(const std::vector<bool>& mask) const;

  std::string transfer_;  // name of the transfer
  std::vector<TransferField> fields_;
  MessageHeader all_;  // the header if every field is selected
};

template <class Byte>
void FieldList::choose(std::span<const BasicCellRows<Byte>> rows, const std::vector<bool>& mask, bool on_side,
                       std::int64_t n_cell, const char* side,
                       std::vector<BasicCellRows<Byte>>& chosen) const {
  check_mask(mask);
  const std::size_t n = on_side ? fields_.size() : 0;
  require(rows.size() == n, "transfer '", transfer_, "' was given rows of ", rows.size(), " fields on the ",
          side, " side, but this process has ", n);
  chosen.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (!travels(i, mask)) continue;
    require(rows[i].length == fields_[i].row_bytes && rows[i].n_row >= n_cell, "transfer '", transfer_,
            "' was given ", rows[i].n_row, " rows of ", rows[i].length, " bytes for field '", fields_[i].name,
            "' on the ", side, " side, which has ", n_cell, " cells of ", fields_[i].row_bytes, " bytes");
    chosen.push_back(rows[i]);
  }
}

}  // namespace groundswell
