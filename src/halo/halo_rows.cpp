// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace groundswell {
namespace {

void check_rows(const CellRows& rows, std::int64_t n_cell) {
  require(rows.space == MemorySpace::host, "a halo exchange was given memory of a device, which this build ",
          "cannot reach; copy the rows to the host's memory first");
  require(rows.n_row >= n_cell, "a halo exchange was given ", rows.n_row, " rows for ", n_cell,
          " local cells (owned and halo); give one row per cell");
  const bool fits = rows.length >= 0 && rows.offset >= 0 && rows.offset <= rows.stride &&
                    rows.length <= rows.stride - rows.offset;
  require(fits, "a halo exchange was given rows of ", rows.stride, " bytes, which do not hold ", rows.length,
          " bytes from byte ", rows.offset);
}

// Copies a row; a row of 4 or 8 bytes, the usual lengths, without a function call.
void copy_row(std::byte* to, const std::byte* from, std::int64_t length) {
  if (length == 4)
    std::memcpy(to, from, 4);
  else if (length == 8)
    std::memcpy(to, from, 8);
  else
    std::memcpy(to, from, std::size_t(length));
}

}  // namespace

HaloRows::HaloRows(std::span<const CellRows> sets, std::int64_t n_cell) {
  Hash lengths;
  for (const CellRows& rows : sets) {
    check_rows(rows, n_cell);
    if (rows.length == 0) continue;
    require(rows.length <= INT64_MAX - row_bytes_,
            "a halo exchange was given rows of more bytes than 64 bits can count; those of one field have ",
            rows.length, " bytes");
    sets_.push_back(rows);
    row_bytes_ += rows.length;
    lengths.add(std::uint64_t(rows.length));
  }
  layout_ = lengths.value();
}

bool operator==(const HaloRows& a, const HaloRows& b) {
  return std::ranges::equal(a.sets_, b.sets_, [](const CellRows& x, const CellRows& y) {
    return x.data == y.data && x.stride == y.stride && x.offset == y.offset && x.length == y.length;
  });
}

void HaloRows::pack(std::span<const int> cells, std::byte* message) const {
  for (const CellRows& rows : sets_)
    for (const int cell : cells) {
      copy_row(message, rows.row(cell), rows.length);
      message += rows.length;
    }
}

void HaloRows::unpack(std::int64_t first, std::int64_t n, const std::byte* message) const {
  if (n == 0) return;  // the pointers may then be null
  for (const CellRows& rows : sets_) {
    if (rows.length == rows.stride) {
      std::memcpy(rows.row(first), message, std::size_t(n * rows.length));
      message += n * rows.length;
      continue;
    }
    for (std::int64_t cell = first; cell < first + n; ++cell) {
      copy_row(rows.row(cell), message, rows.length);
      message += rows.length;
    }
  }
}

void HaloRows::copy(std::span<const int> cells, std::int64_t first) const {
  for (const CellRows& rows : sets_)
    for (std::size_t i = 0; i < cells.size(); ++i)
      copy_row(rows.row(first + std::int64_t(i)), rows.row(cells[i]), rows.length);
}

}  // namespace groundswell
