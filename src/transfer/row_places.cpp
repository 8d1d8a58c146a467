// SPDX-License-Identifier: Apache-2.0
#include "transfer/row_places.hpp"

#include <cstring>

namespace groundswell {
namespace {

// Calls body(copy), where copy(to, from) copies `length` bytes; common lengths are known to the compiler.
template <class Body>
void with_copy_of(std::int64_t length, Body&& body) {
  const auto fixed = [](auto n) {
    return [](std::byte* to, const std::byte* from) { std::memcpy(to, from, decltype(n)::value); };
  };
  if (length == 4) return body(fixed(std::integral_constant<std::size_t, 4>{}));
  if (length == 8) return body(fixed(std::integral_constant<std::size_t, 8>{}));
  body([length](std::byte* to, const std::byte* from) { std::memcpy(to, from, std::size_t(length)); });
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

void RowPlaces::gather(const ConstCellRows& from, std::byte* to) const {
  const std::int64_t length = from.length;
  with_copy_of(length, [&](auto copy) {
    for (const Run& run : runs_) {
      std::byte* row = to + run.row * length;
      const std::byte* cell = from.row(run.cell);
      if (run.step == 1 && from.stride == length) {
        std::memcpy(row, cell, std::size_t(run.count * length));
        continue;
      }
      const std::int64_t step = run.step * from.stride;
      for (std::int64_t i = 0; i < run.count; ++i) copy(row + i * length, cell + i * step);
    }
  });
}

void RowPlaces::scatter(const std::byte* from, const CellRows& to) const {
  const std::int64_t length = to.length;
  with_copy_of(length, [&](auto copy) {
    for (const Run& run : runs_) {
      const std::byte* row = from + run.row * length;
      std::byte* cell = to.row(run.cell);
      if (run.step == 1 && to.stride == length) {
        std::memcpy(cell, row, std::size_t(run.count * length));
        continue;
      }
      const std::int64_t step = run.step * to.stride;
      for (std::int64_t i = 0; i < run.count; ++i) copy(cell + i * step, row + i * length);
    }
  });
}

}  // namespace groundswell
