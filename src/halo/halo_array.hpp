// SPDX-License-Identifier: Apache-2.0
// An array as a model has it: cells along one or two of its axes, levels along the others, in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "exec/cell_rows.hpp"

namespace groundswell {

// Row p of the first level begins at rows.row(p) or, if rows lie in lines (as the cells a(i, j) for each j),
// (p / line_length) * line_stride + (p % line_length) * rows.stride bytes after row 0. Other levels have the
// same rows, level_stride bytes apart; up to three axes may count levels. The first n_row_axis of these axes
// are parts of the rows: messages have their levels side by side for each cell, as if they were contiguous.
struct HaloArray {
  static constexpr std::size_t most_level_axes = 3;

  CellRows rows;
  std::int64_t line_length = 0;  // 0: no lines
  std::int64_t line_stride = 0;  // [bytes]
  std::array<std::int64_t, most_level_axes> n_level{1, 1, 1}, level_stride{};
  std::size_t n_row_axis = 0;
};

// An array of which `axes` names each axis by a letter, the fastest one first: "i" and, unless cells have
// only one axis, "j" count the cells, so that cell (i, j) is row i + j * extent of i; all others count
// levels. So "ij", "ijk", "ikj" and "kij" describe a(i, j), a(i, j, k) .. of Fortran. `strides` [bytes] may
// be those of a part of a larger array; without them the array is contiguous. Throws Error for axes that name
// none or both of these twice, and for other numbers of letters, extents and strides. All ranks must give the
// same axes.
HaloArray make_halo_array(void* data, std::int64_t element_bytes, std::string_view axes,
                          std::span<const std::int64_t> extents, std::span<const std::int64_t> strides = {});
// As above for arrays of C and C++, where the last axis is the fastest: {values, "kji", {n_k, n_j, n_i}} is
// values[k][j][i].
template <class T>
HaloArray make_halo_array(T* values, std::string_view axes, std::initializer_list<std::int64_t> extents);

// Axes in the opposite order.
HaloArray make_halo_array_of_c(void* data, std::int64_t element_bytes, std::string_view axes,
                               std::span<const std::int64_t> extents);

template <class T>
HaloArray make_halo_array(T* values, std::string_view axes, std::initializer_list<std::int64_t> extents) {
  return make_halo_array_of_c(values, std::int64_t(sizeof(T)), axes,
                              std::span<const std::int64_t>(extents.begin(), extents.size()));
}

}  // namespace groundswell
