// SPDX-License-Identifier: Apache-2.0
#include "array_output/wet_cells.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

std::size_t WetCells::count(std::int64_t n_i, std::int64_t n_j) {
  std::int64_t n_cell = 0;
  require(n_i > 0 && n_j > 0 && !__builtin_mul_overflow(n_i, n_j, &n_cell), "a mask of ", n_i, " x ", n_j,
          " cells was given; give positive numbers with a product below 2^63");
  return std::size_t(n_cell);
}

WetCells::WetCells(std::span<const std::uint8_t> is_wet, std::int64_t n_i, std::int64_t n_j,
                   const WetCellSettings& settings)
    : n_i_(n_i), n_j_(n_j), row_begin_{0} {
  require(is_wet.size() == count(n_i, n_j), "a mask of ", n_i, " x ", n_j, " cells has ", is_wet.size(),
          " entries; give one per cell");
  require(settings.n_around == 8 || settings.n_around == 4 || settings.n_around == 0, settings.n_around,
          " neighbours of a wet cell should be kept; give 8, 4 or 0");
  is_kept_.resize(is_wet.size());
  for (std::int64_t j = 0; j < n_j; ++j) {
    std::int64_t next = row_begin_.back();
    for (std::int64_t i = 0; i < n_i; ++i) {
      const auto cell = std::size_t(j * n_i + i);
      n_wet_ += is_wet[cell] != 0;
      is_kept_[cell] = is_wet[cell] != 0 || has_wet_around(is_wet, i, j, settings);
      next += is_kept_[cell];
    }
    row_begin_.push_back(next);
  }
}

bool WetCells::has_wet_around(std::span<const std::uint8_t> is_wet, std::int64_t i, std::int64_t j,
                              const WetCellSettings& settings) const {
  if (settings.n_around == 0) return false;
  for (std::int64_t dj = -1; dj <= 1; ++dj)
    for (std::int64_t di = -1; di <= 1; ++di) {
      if (settings.n_around == 4 && std::abs(di) + std::abs(dj) != 1) continue;
      const std::int64_t row = j + dj;
      std::int64_t column = i + di;
      if (settings.is_periodic) column = (column + n_i_) % n_i_;
      if (row < 0 || row >= n_j_ || column < 0 || column >= n_i_) continue;
      if (is_wet[std::size_t(row * n_i_ + column)] != 0) return true;
    }
  return false;
}

std::vector<std::int64_t> WetCells::numbers(const Block& columns, const Block& rows) const {
  const auto fits = [](const Block& block, std::int64_t n) {
    return block.begin >= 0 && block.begin <= block.end && block.end <= n;
  };
  require(fits(columns, n_i_) && fits(rows, n_j_), "columns ", columns.begin, " to ", columns.end,
          " and rows ", rows.begin, " to ", rows.end, " reach beyond the grid of ", n_i_, " x ", n_j_,
          " cells");
  std::vector<std::int64_t> numbers;
  for (std::int64_t j = rows.begin; j < rows.end; ++j) {
    std::int64_t next = row_begin_[std::size_t(j)];
    for (std::int64_t i = 0; i < columns.end; ++i) {
      const bool is_kept = is_kept_[std::size_t(j * n_i_ + i)];
      if (i >= columns.begin) numbers.push_back(is_kept ? next : Decomposition::no_cell);
      next += is_kept;
    }
  }
  return numbers;
}

}  // namespace groundswell
