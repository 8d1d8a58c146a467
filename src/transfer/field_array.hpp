// SPDX-License-Identifier: Apache-2.0
// Arrays of any shape, as found in C and Fortran models, whose cells are counted by the first dimensions or
// by the last one, and the properties of fields on which the two sides of a transfer agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Dimensions from the fastest to the slowest, as in Fortran. The cells are counted either by the last
// dimension or by the first ones, whose extents multiply to the number of local cells; the other dimensions
// count the values of one cell. A one-dimensional array may also hold several levels one after another, each
// with all cells.
struct FieldArray {
  static constexpr std::int64_t as_many_as_cells = -1;  // as the last extent: the number of cells, not stated

  std::string name;
  bool is_sent = false;
  std::byte* data = nullptr;
  std::int64_t element_bytes = 0;
  std::vector<std::int64_t> shape, strides;  // strides in bytes
  bool cells_last = false;
};

// Where the values of one cell are in an array.
struct FieldLayout {
  std::int64_t n_value = 0;                // per cell; < 0: unknown, as this process has no cells
  std::int64_t cell_stride = 0;            // [bytes]
  std::vector<std::int64_t> value_offset;  // [n_value] [bytes] from the first value
  bool is_whole = true;                    // the values of one cell are contiguous
};

// Throws Error if the shape or the strides do not fit the number of cells, if there is no dimension or the
// size of elements is not positive, or if `data` is null although there are cells.
FieldLayout lay_out(const FieldArray& array, std::int64_t n_cell);

struct AgreedField {
  std::string name;
  std::int64_t element_bytes = 0, n_value = 0;
  bool is_whole = true;  // contiguous on all processes: sent as one row per cell, otherwise value by value

  // Divides a range of the values of a cell into those that are sent as one row.
  std::vector<Block> parts(const Block& values) const;
};

struct LaidOutArray {
  FieldArray array;
  FieldLayout layout;
};

// The fields on which all processes agree, derived from what each of them sends and receives; `sent` or
// `received` is null if this process is not on that side. A process without cells takes over the number of
// values per cell from the others. Throws Error on all processes if fields differ. Collective.
std::vector<AgreedField> agree_on_fields(const Communicator& communicator, const std::string& transfer,
                                         const std::vector<LaidOutArray>* sent,
                                         const std::vector<LaidOutArray>* received);

// A range of the values of a field in the form in which they are sent: whole, or each value as a field.
// rows_of() returns this process's rows of these fields.
std::vector<TransferField> pieces_of(const AgreedField& field, const Block& values);
std::vector<CellRows> rows_of(const AgreedField& field, const LaidOutArray& array, const Block& values,
                              std::int64_t n_cell);

}  // namespace groundswell
