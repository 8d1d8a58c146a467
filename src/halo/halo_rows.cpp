// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace groundswell {
namespace {

void check_rows(const CellRows& rows, const HaloPlan& plan) {
  require(rows.space == MemorySpace::host, "a halo exchange was given memory of a device, which this build ",
          "cannot reach; copy the rows to the host's memory first");
  require(rows.n_row >= plan.n_row() || !plan.positions, "a halo exchange was given ", rows.n_row,
          " rows, of which the positions of its cells need ", plan.n_row());
  require(rows.n_row >= plan.n_row(), "a halo exchange was given ", rows.n_row, " rows for ", plan.n_row(),
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

void check_lines(const HaloArray& array, const HaloPlan& plan) {
  require(array.line_length >= 0, "a halo exchange was given lines of ", array.line_length, " rows");
  const std::int64_t planned = plan.positions ? plan.positions->line_length : 0;
  require(planned == 0 || array.line_length == 0 || array.line_length == planned,
          "a halo exchange was given an array with ", array.line_length,
          " cells along i, but the box of this rank has ", planned,
          " with its halo; give that part of the array");
}

// The distance [bytes] in memory from a run to the next, if it is constant and no run lies in two lines.
std::optional<std::int64_t> find_step(const HaloRowSet& set, RowRun run) {
  const std::int64_t line = set.line_length, last = run.first + std::int64_t(run.times - 1) * run.step;
  if (line == 0) return run.step * set.stride;
  if (run.first % line + run.n > line) return {};
  if (run.step % line == 0) return run.step / line * set.line_stride;
  if (last / line == run.first / line && last % line + run.n <= line) return run.step * set.stride;
  return {};
}

// Calls work(row, n) for each part of a run whose rows are `stride` apart.
template <class Work>
void for_parts(const HaloRowSet& set, RowRun run, Work&& work) {
  if (const std::optional<std::int64_t> step = find_step(set, run)) {
    std::byte* const row = set.row(run.first);
    for (std::int64_t i = 0; i < run.times; ++i) work(row + i * *step, std::int64_t(run.n));
    return;
  }
  for (std::int64_t i = 0; i < run.times; ++i) {
    std::int64_t first = run.first + i * run.step;
    const std::int64_t end = first + run.n;
    while (first < end) {
      const std::int64_t n = std::min(end - first, set.line_length - first % set.line_length);
      work(set.row(first), n);
      first += n;
    }
  }
}

// Copy rows to or from a message, of which they return the end.
std::byte* copy_out(const HaloRowSet& set, RowRun run, std::byte* message) {
  for_parts(set, run, [&](const std::byte* row, std::int64_t n) {
    if (set.is_dense()) {
      copy_row(message, row, n * set.length);
      message += n * set.length;
      return;
    }
    if (set.is_split()) {
      for (std::int64_t i = 0; i < n; ++i, message += set.length) set.copy_out(message, row + i * set.stride);
      return;
    }
    for (std::int64_t i = 0; i < n; ++i, message += set.length)
      copy_row(message, row + i * set.stride, set.length);
  });
  return message;
}
const std::byte* copy_in(const HaloRowSet& set, RowRun run, const std::byte* message) {
  for_parts(set, run, [&](std::byte* row, std::int64_t n) {
    if (set.is_dense()) {
      copy_row(row, message, n * set.length);
      message += n * set.length;
      return;
    }
    if (set.is_split()) {
      for (std::int64_t i = 0; i < n; ++i, message += set.length) set.copy_in(row + i * set.stride, message);
      return;
    }
    for (std::int64_t i = 0; i < n; ++i, message += set.length)
      copy_row(row + i * set.stride, message, set.length);
  });
  return message;
}

}  // namespace

void HaloRowSet::copy_out(std::byte* to, const std::byte* row) const {
  if (!is_split()) return copy_row(to, row, length);
  for_pieces([&](std::int64_t offset) {
    copy_row(to, row + offset, piece_length);
    to += piece_length;
  });
}

void HaloRowSet::copy_in(std::byte* row, const std::byte* from) const {
  if (!is_split()) return copy_row(row, from, length);
  for_pieces([&](std::int64_t offset) {
    copy_row(row + offset, from, piece_length);
    from += piece_length;
  });
}

HaloRows::HaloRows(std::span<const CellRows> sets, const HaloPlan& plan) {
  Hash lengths;
  for (const CellRows& rows : sets) {
    check_rows(rows, plan);
    add({rows}, lengths);
  }
  layout_ = lengths.value();
}

HaloRows::HaloRows(std::span<const HaloArray> arrays, const HaloPlan& plan) {
  Hash lengths;
  for (const HaloArray& array : arrays) {
    check_lines(array, plan);
    check_rows(array.rows, plan);
    add_levels(array, lengths);
  }
  layout_ = lengths.value();
}

void HaloRows::add(const HaloRowSet& set, Hash& lengths) {
  if (set.length == 0) return;
  require(set.length <= INT64_MAX - row_bytes_,
          "a halo exchange was given rows of more bytes than 64 bits can count; those of one field have ",
          set.length, " bytes");
  sets_.push_back(set);
  row_bytes_ += set.length;
  lengths.add(std::uint64_t(set.length));
}

void HaloRows::add_levels(const HaloArray& array, Hash& lengths) {
  HaloRowSet set{array.rows};
  if (array.line_stride != array.line_length * set.stride) {
    set.line_length = array.line_length;
    set.line_stride = array.line_stride;
  }
  auto n = array.n_level;
  const auto& step = array.level_stride;
  for (std::size_t axis = 0; axis < array.n_row_axis; ++axis) {
    set.piece_length = array.rows.length;
    set.n_piece[axis] = std::exchange(n[axis], 1);
    set.piece_stride[axis] = step[axis];
    require(set.n_piece[axis] == 0 || set.length <= INT64_MAX / set.n_piece[axis],
            "a halo exchange was given rows of more bytes than 64 bits can count");
    set.length *= set.n_piece[axis];
  }
  for (std::int64_t z = 0; z < n[2]; ++z)
    for (std::int64_t y = 0; y < n[1]; ++y)
      for (std::int64_t x = 0; x < n[0]; ++x) {
        set.data = array.rows.data + x * step[0] + y * step[1] + z * step[2];
        add(set, lengths);
      }
}

bool operator==(const HaloRows& a, const HaloRows& b) {
  return std::ranges::equal(a.sets_, b.sets_, [](const HaloRowSet& x, const HaloRowSet& y) {
    return x.data == y.data && x.stride == y.stride && x.offset == y.offset && x.length == y.length &&
           x.line_length == y.line_length && x.line_stride == y.line_stride &&
           x.piece_length == y.piece_length && x.n_piece == y.n_piece && x.piece_stride == y.piece_stride;
  });
}

void HaloRows::pack(const HaloPlan& plan, int neighbour, std::byte* message) const {
  for (const HaloRowSet& set : sets_) {
    if (plan.positions) {
      for (const RowRun run : plan.positions->send.of(neighbour)) message = copy_out(set, run, message);
    } else if (set.line_length > 0 || set.is_split()) {
      for (const int cell : plan.cells_to(neighbour)) message = copy_out(set, {cell, 1}, message);
    } else {
      for (const int cell : plan.cells_to(neighbour)) {
        copy_row(message, set.CellRows::row(cell), set.length);
        message += set.length;
      }
    }
  }
}

void HaloRows::unpack(const HaloPlan& plan, int neighbour, const std::byte* message) const {
  if (plan.n_from(neighbour) == 0) return;  // the pointers may then be null
  for (const HaloRowSet& set : sets_) {
    if (plan.positions)
      for (const RowRun run : plan.positions->receive.of(neighbour)) message = copy_in(set, run, message);
    else
      message = copy_in(set, {plan.first_from(neighbour), plan.n_from(neighbour)}, message);
  }
}

void HaloRows::copy_own(const HaloPlan& plan) const {
  const std::int64_t first = plan.own_begin;
  for (const HaloRowSet& set : sets_)
    for (std::size_t i = 0; i < plan.own_cells.size(); ++i) {
      const std::int64_t cell = first + std::int64_t(i);
      std::byte* const to =
          set.row(plan.positions ? plan.positions->halo[std::size_t(cell)] : plan.n_owned + cell);
      const std::byte* const from = set.row(plan.own_cells[i]);
      if (set.is_split())
        set.for_pieces([&](std::int64_t at) { copy_row(to + at, from + at, set.piece_length); });
      else
        copy_row(to, from, set.length);
    }
}

}  // namespace groundswell
