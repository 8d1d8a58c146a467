// SPDX-License-Identifier: Apache-2.0
#include "transfer/row_places.hpp"

#include <cstring>

namespace groundswell {
namespace {

// Calls body(length); common lengths are known to the compiler.
template <class Body>
void with_length(std::int64_t length, Body&& body) {
  if (length == 4) return body(std::integral_constant<std::int64_t, 4>{});
  if (length == 8) return body(std::integral_constant<std::int64_t, 8>{});
  body(length);
}

}  // namespace

RowPlaces::RowPlaces(const std::vector<Place>& places) {
  for (const auto& [row, cell] : places) {
    n_row_ = row + 1;
    if (!runs_.empty()) {
      Run& last = runs_.back();
      const bool next_row = row == last.row + last.count;
      if (next_row && last.count == 1) last.step = cell - last.cell;
      if (next_row && cell == last.cell + last.step * last.count) {
        ++last.count;
        continue;
      }
    }
    runs_.push_back({row, cell, 1, 1});
  }
  runs_.shrink_to_fit();
}

// Calls copy(row of the message, row of the cell, bytes).
template <class Row, class Cells, class Copy>
void RowPlaces::copy_rows(Row* message, const Cells& cells, Copy&& copy) const {
  with_length(cells.length, [&](auto length) {
    for (const Run& run : runs_) {
      Row* const row = message + run.row * length;
      auto* const cell = cells.row(run.cell);
      if (run.step == 1 && cells.stride == length) {
        copy(row, cell, run.count * length);
        continue;
      }
      const std::int64_t step = run.step * cells.stride;
      for (std::int64_t i = 0; i < run.count; ++i) copy(row + i * length, cell + i * step, length);
    }
  });
}

void RowPlaces::gather(const ConstCellRows& from, std::byte* to) const {
  copy_rows(to, from, [](std::byte* row, const std::byte* cell, auto bytes) {
    std::memcpy(row, cell, std::size_t(bytes));
  });
}

void RowPlaces::scatter(const std::byte* from, const CellRows& to) const {
  copy_rows(from, to, [](const std::byte* row, std::byte* cell, auto bytes) {
    std::memcpy(cell, row, std::size_t(bytes));
  });
}

}  // namespace groundswell
