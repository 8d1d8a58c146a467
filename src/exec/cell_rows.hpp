// SPDX-License-Identifier: Apache-2.0
// A field as communication libraries see it: one row of bytes per cell, whatever the type and number of its
// values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "exec/array.hpp"

namespace groundswell {

// Bytes [offset, offset + length) of rows that start `stride` bytes apart, one row per local cell.
template <class Byte>
struct BasicCellRows {
  Byte* data = nullptr;
  std::int64_t n_row = 0;
  std::int64_t stride = 0;  // [bytes]
  std::int64_t offset = 0;  // [bytes]
  std::int64_t length = 0;  // [bytes]
  MemorySpace space = MemorySpace::host;

  Byte* row(std::int64_t i) const { return data + i * stride + offset; }
  operator BasicCellRows<const std::byte>() const requires(!std::is_const_v<Byte>) {
    return {data, n_row, stride, offset, length, space};
  }
};
using CellRows = BasicCellRows<std::byte>;
using ConstCellRows = BasicCellRows<const std::byte>;

// Rows of `n_col` values, one row after the other.
template <class T>
auto make_cell_rows(T* values, std::int64_t n_row, std::int64_t n_col = 1) {
  using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
  const std::int64_t bytes = n_col * std::int64_t(sizeof(T));
  return BasicCellRows<Byte>{reinterpret_cast<Byte*>(values), n_row, bytes, 0, bytes};
}
// Columns [first, first + n) of each row; n < 0 means all from `first` on. Throws Error if rows do not
// have these columns.
template <class T>
CellRows make_cell_rows(RowArray<T>& values, std::int64_t first = 0, std::int64_t n = -1) {
  const std::int64_t n_col = std::int64_t(values.n_col());
  if (n < 0) n = n_col - first;
  require(first >= 0 && n >= 0 && first + n <= n_col, "an exchange of columns ", first, " to ", first + n,
          " was requested for rows of ", n_col);
  return {reinterpret_cast<std::byte*>(values.row(0)), std::int64_t(values.n_row()),
          std::int64_t(values.stride() * sizeof(T)), first * std::int64_t(sizeof(T)),
          n * std::int64_t(sizeof(T))};
}
// Extends rows that start at offset 0 over their padding if that is at most a sixteenth of their length:
// consecutive cells then form one contiguous block, which is sent and received in place.
inline CellRows with_small_padding(CellRows rows) {
  if (rows.offset == 0 && (rows.stride - rows.length) * 16 <= rows.length) rows.length = rows.stride;
  return rows;
}
// One value per cell.
template <class T>
CellRows make_cell_rows(Array<T>& values) {
  return make_cell_rows(values.data(), std::int64_t(values.size()));
}
template <class T>
CellRows make_cell_rows(std::vector<T>& values) {
  return make_cell_rows(values.data(), std::int64_t(values.size()));
}
template <class T>
ConstCellRows make_cell_rows(const std::vector<T>& values) {
  return make_cell_rows(values.data(), std::int64_t(values.size()));
}

// Bytes of one cell in all fields.
template <class Fields>
std::int64_t bytes_per_cell(const Fields& fields) {
  std::int64_t bytes = 0;
  for (const auto& rows : fields) bytes += rows.length;
  return bytes;
}

}  // namespace groundswell
