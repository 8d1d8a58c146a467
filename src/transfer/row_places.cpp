// SPDX-License-Identifier: Apache-2.0
#include "transfer/row_places.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Copies `n` rows of `length` bytes that start `from_step` and `to_step` bytes apart.
template <class Length>
void copy_rows(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
               std::int64_t n, Length length) {
  if (from_step == length && to_step == length) {
    std::memcpy(to, from, std::size_t(n * length));
    return;
  }
  for (std::int64_t i = 0; i < n; ++i)
    std::memcpy(to + i * to_step, from + i * from_step, std::size_t(length));
}

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

void RowPlaces::gather(const ConstCellRows& from, std::byte* to) const {
  with_length(from.length, [&](auto length) {
    for (const Run& run : runs_)
      copy_rows(from.row(run.cell), run.step * from.stride, to + run.row * length, length, run.count, length);
  });
}

void RowPlaces::scatter(const std::byte* from, const CellRows& to) const {
  with_length(to.length, [&](auto length) {
    for (const Run& run : runs_)
      copy_rows(from + run.row * length, length, to.row(run.cell), run.step * to.stride, run.count, length);
  });
}

std::byte* RowPlaces::gather(std::span<const ConstCellRows> fields, std::byte* to) const {
  for (const ConstCellRows& from : fields) {
    gather(from, to);
    to += n_row_ * from.length;
  }
  return to;
}

const std::byte* RowPlaces::scatter(const std::byte* from, std::span<const CellRows> fields) const {
  for (const CellRows& to : fields) {
    scatter(from, to);
    from += n_row_ * to.length;
  }
  return from;
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

void RowPlaces::scatter_some(const std::byte* from, const Block& cells, const CellRows& to) const {
  with_length(to.length, [&](auto length) {
    for_runs_within(cells, [&](const Run& run) {
      copy_rows(from + run.row * length, length, to.row(run.cell - cells.begin), run.step * to.stride,
                run.count, length);
    });
  });
}

// The runs of the receiver have ascending rows: the sender's run with the next row is mostly the one with the
// last row or the one behind it.
void RowPlaces::scatter_some(const RowPlaces& sent, const ConstCellRows& from, const Block& cells,
                             const CellRows& to) const {
  auto source = sent.runs_.begin();
  with_length(to.length, [&](auto length) {
    for_runs_within(cells, [&](const Run& run) {
      const std::int64_t step = run.step * to.stride;
      for (std::int64_t i = 0, n = 0; i < run.count; i += n) {
        const std::int64_t row = run.row + i;
        if (row >= source->row + source->count) ++source;
        if (row >= source->row + source->count)
          source = std::ranges::upper_bound(source, sent.runs_.end(), row, {}, &Run::row) - 1;
        n = std::min(run.count - i, source->row + source->count - row);
        copy_rows(from.row(source->cell + source->step * (row - source->row)), source->step * from.stride,
                  to.row(run.cell - cells.begin) + i * step, step, n, length);
      }
    });
  });
}

}  // namespace groundswell
