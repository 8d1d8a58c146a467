// SPDX-License-Identifier: Apache-2.0
#include "bench/halo/halo_load.hpp"

#include <cstring>

#include "base/error.hpp"

namespace groundswell {

HaloLoad::HaloLoad(const HaloPlan& plan, std::span<const std::int64_t> global_cell, int n_float)
    : plan_(plan), global_cell_(global_cell), n_float_(n_float) {
  constexpr auto line = std::int64_t(array_alignment);
  ensure(global_cell.size() == std::size_t(plan.n_cell()), global_cell.size(), " numbers of ", plan.n_cell(),
         " cells");
  stride_ = (row_bytes() + line - 1) / line * line;
}

CellRows HaloLoad::rows(std::span<std::byte> memory) const {
  ensure(memory.size() >= memory_bytes(), memory.size(), " bytes for rows of ", memory_bytes());
  return with_small_padding({memory.data(), plan_.n_cell(), stride_, 0, row_bytes()});
}

float HaloLoad::first_value(int cell, int generation) const {
  std::uint64_t bits = std::uint64_t(global_cell_[std::size_t(cell)]) * 0x9e3779b97f4a7c15u +
                       std::uint64_t(generation) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 31)) * 0xd6e8feb86659fd93u;
  return float((bits >> 32) & 0x7fffff);
}

void HaloLoad::fill(const CellRows& rows, int generation) const {
  for (const int cell : plan_.send_cells) {
    const float first = first_value(cell, generation);
    float* row = values(rows, cell);
    for (int column = 0; column < n_float_; ++column) row[column] = first + float(column);
  }
}

int HaloLoad::count_wrong(const CellRows& rows, int generation) const {
  int n_wrong = 0;
  for (int cell = plan_.n_owned; cell < plan_.n_cell(); ++cell) {
    const float first = first_value(cell, generation);
    const float* row = values(rows, cell);
    bool is_right = true;
    for (int column = 0; column < n_float_; ++column) is_right &= row[column] == first + float(column);
    n_wrong += is_right ? 0 : 1;
  }
  return n_wrong;
}

void HaloLoad::copy_within(const CellRows& rows) const {
  const std::size_t n_send = plan_.send_cells.size();
  for (int i = 0; i < plan_.n_halo; ++i) {
    const int from = n_send > 0 ? plan_.send_cells[std::size_t(i) % n_send] : i % plan_.n_owned;
    std::memcpy(rows.row(plan_.n_owned + i), rows.row(from), std::size_t(rows.length));
  }
}

}  // namespace groundswell
