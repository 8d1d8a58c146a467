// SPDX-License-Identifier: Apache-2.0
// Arrays as models in C and Fortran have them: of any shape, with the cells in the first dimensions or in the
// last, and what both sides of a transfer agree on about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Dimensions from the fastest to the slowest, as in Fortran. The cells are either the last dimension or the
// first ones, as many as multiply to the number of local cells; the others count the values of one cell.
struct FieldArray {
  static constexpr std::int64_t as_many_as_cells = -1;  // for the last extent

  std::string name;
  bool is_sent = false;
  std::byte* data = nullptr;
  std::int64_t element_bytes = 0;
  std::vector<std::int64_t> shape, strides;  // strides in bytes
  bool cells_last = false;
};

// Where the values of one cell lie in an array.
struct FieldLayout {
  std::int64_t n_value = 0;                // of one cell; < 0: unknown, on a process without cells
  std::int64_t cell_stride = 0;            // [bytes]
  std::vector<std::int64_t> value_offset;  // [n_value] [bytes] from the first
  bool is_whole = true;                    // the values of one cell lie side by side
};

// Throws Error where the shape does not fit the number of cells.
FieldLayout lay_out(const FieldArray& array, std::int64_t n_cell);

struct AgreedField {
  std::string name;
  std::int64_t element_bytes = 0, n_value = 0;
  bool is_whole = true;  // on all processes; then it travels as one row per cell, otherwise value by value
};

struct NamedLayout {
  std::string name;
  std::int64_t element_bytes = 0;
  FieldLayout layout;
};

// From what each process sends and receives; `sent` or `received` is null where it is not on that side. A
// process without cells takes over the numbers of values. Throws Error on all processes where fields differ.
// Collective.
std::vector<AgreedField> agree_on_fields(const Communicator& communicator, const std::string& transfer,
                                         const std::vector<NamedLayout>* sent,
                                         const std::vector<NamedLayout>* received);

// Fields as they travel, and this process's rows of them.
std::vector<TransferField> pieces_of(const std::vector<AgreedField>& fields);
std::vector<CellRows> rows_of(const std::vector<AgreedField>& fields, const std::vector<std::byte*>& data,
                              const std::vector<NamedLayout>& layouts, std::int64_t n_cell);

}  // namespace groundswell
