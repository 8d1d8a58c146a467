// SPDX-License-Identifier: Apache-2.0
#include "transfer/row_places.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Calls body(length) with common lengths as compile-time constants.
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
  find_order();
}

void RowPlaces::find_order() {
  runs_.shrink_to_fit();
  for (std::size_t i = 0; i < runs_.size(); ++i)
    ascends_ = ascends_ && runs_[i].step > 0 && (i == 0 || runs_[i].cell > runs_[i - 1].last_cell());
}

std::int64_t RowPlaces::rows_before(std::int64_t cell) const {
  ensure(ascends_, "rows were counted in a list of cells that does not ascend");
  const auto run = std::ranges::partition_point(runs_, [&](const Run& r) { return r.last_cell() < cell; });
  return run == runs_.end() ? n_row_ : run->row + run->first_from(cell);
}

RowPlaces RowPlaces::cut(const Block& rows, std::int64_t first_cell) const {
  RowPlaces part;
  part.n_row_ = rows.size();
  auto run = std::ranges::partition_point(runs_, [&](const Run& r) { return r.row + r.count <= rows.begin; });
  for (; run != runs_.end() && run->row < rows.end; ++run) {
    const std::int64_t begin = std::max(run->row, rows.begin),
                       end = std::min(run->row + run->count, rows.end);
    if (begin < end)
      part.runs_.push_back({begin - rows.begin, run->cell + run->step * (begin - run->row) - first_cell,
                            run->step, end - begin});
  }
  part.find_order();
  return part;
}

void RowPlaces::add_cells_to(std::vector<std::size_t>& cells) const {
  for (const Run& run : runs_)
    for (std::int64_t i = 0; i < run.count; ++i) cells.push_back(std::size_t(run.cell + run.step * i));
}

// Calls copy(row of the message, row of the cell, bytes) for each row, or once for rows that are contiguous
// on both sides.
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

template <class Body>
void RowPlaces::for_runs_within(const Block& cells, Body&& body) const {
  auto run = runs_.begin();
  if (ascends_)
    run = std::ranges::partition_point(runs_, [&](const Run& r) { return r.last_cell() < cells.begin; });
  for (; run != runs_.end() && (!ascends_ || run->cell < cells.end); ++run) {
    if (run->step > 0) {
      const std::int64_t begin = run->first_from(cells.begin), end = run->first_from(cells.end);
      if (begin < end) body(Run{run->row + begin, run->cell + run->step * begin, run->step, end - begin});
    } else {
      for (std::int64_t i = 0; i < run->count; ++i)
        if (const std::int64_t cell = run->cell + run->step * i; cell >= cells.begin && cell < cells.end)
          body(Run{run->row + i, cell, 1, 1});
    }
  }
}

void RowPlaces::gather_some(const ConstCellRows& from, std::int64_t first, std::int64_t n, std::byte* to,
                            std::int64_t stride) const {
  auto run = std::ranges::upper_bound(runs_, first, {}, &Run::row) - 1;
  with_length(from.length, [&](auto length) {
    for (; n > 0; ++run) {
      const std::int64_t i = first - run->row, count = std::min(n, run->count - i);
      const std::byte* cell = from.row(run->cell + run->step * i);
      if (run->step == 1 && from.stride == length && stride == length)
        std::memcpy(to, cell, std::size_t(count * length));
      else
        for (std::int64_t j = 0; j < count; ++j)
          std::memcpy(to + j * stride, cell + j * run->step * from.stride, std::size_t(length));
      to += count * stride;
      first += count;
      n -= count;
    }
  });
}

void RowPlaces::scatter_some(const std::byte* from, const Block& cells, const CellRows& to) const {
  with_length(to.length, [&](auto n) {
    for_runs_within(cells, [&](const Run& run) {
      const std::byte* row = from + run.row * n;
      std::byte* cell = to.row(run.cell - cells.begin);
      if (run.step == 1 && to.stride == n) {
        std::memcpy(cell, row, std::size_t(run.count * n));
        return;
      }
      for (std::int64_t i = 0; i < run.count; ++i)
        std::memcpy(cell + i * run.step * to.stride, row + i * n, std::size_t(n));
    });
  });
}

void RowPlaces::scatter_some(const RowPlaces& sent, const ConstCellRows& from, const Block& cells,
                             const CellRows& to) const {
  for_runs_within(cells, [&](const Run& run) {
    sent.gather_some(from, run.row, run.count, to.row(run.cell - cells.begin), run.step * to.stride);
  });
}

}  // namespace groundswell
