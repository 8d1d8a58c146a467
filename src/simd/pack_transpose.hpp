// SPDX-License-Identifier: Apache-2.0
// Converts rows of 8 cells in memory, [cell][bin], to packs, [bin][lane], and back, by 8 x 8 transposes in
// registers.
#pragma once

#include <cstddef>

#include "exec/host_device.hpp"
#include "simd/pack.hpp"

namespace groundswell {

// Transposes 8 packs in place: lane j of pack i becomes lane i of pack j.
GS_INLINE void transpose(Pack (&p)[pack_width]) {
  Pack::Lanes a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shufflevector(p[i].lanes, p[i + 1].lanes, 0, 8, 1, 9, 4, 12, 5, 13);
    a[i + 1] = __builtin_shufflevector(p[i].lanes, p[i + 1].lanes, 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int j = 0; j < 2; ++j) {
      b[i + 2 * j] = __builtin_shufflevector(a[i + j], a[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[i + 2 * j + 1] = __builtin_shufflevector(a[i + j], a[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    p[i].lanes = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    p[i + 4].lanes = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

// packs[col] lane i = scale(col) rows[i][col] for col in [0, n_col).
template <class F>
GS_INLINE void load_rows(const float* const (&rows)[pack_width], int n_col, Pack* packs, F&& scale) {
  int col = 0;
  for (; col + pack_width <= n_col; col += pack_width) {
    Pack block[pack_width];
    for (int i = 0; i < pack_width; ++i) __builtin_memcpy(&block[i], rows[i] + col, sizeof(Pack));
    transpose(block);
    for (int i = 0; i < pack_width; ++i) packs[col + i] = block[i] * Pack(scale(col + i));
  }
  for (; col < n_col; ++col)
    for (int i = 0; i < pack_width; ++i) packs[col].set(i, rows[i][col] * scale(col));
}

// rows[i][col] = scale(col) packs[col] lane i for col in [0, n_col); null pointers among the rows are
// skipped.
template <class F>
GS_INLINE void store_rows(const Pack* packs, int n_col, float* const (&rows)[pack_width], F&& scale) {
  int col = 0;
  for (; col + pack_width <= n_col; col += pack_width) {
    Pack block[pack_width];
    for (int i = 0; i < pack_width; ++i) block[i] = packs[col + i] * Pack(scale(col + i));
    transpose(block);
    for (int i = 0; i < pack_width; ++i)
      if (rows[i]) __builtin_memcpy(rows[i] + col, &block[i], sizeof(Pack));
  }
  for (; col < n_col; ++col)
    for (int i = 0; i < pack_width; ++i)
      if (rows[i]) rows[i][col] = packs[col][i] * scale(col);
}

}  // namespace groundswell
