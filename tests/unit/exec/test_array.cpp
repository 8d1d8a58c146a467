// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "exec/array.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {
namespace {

bool is_aligned(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % array_alignment == 0;
}

}  // namespace

TEST(Array, IsZeroAlignedAndKnowsItsSize) {
  for (std::size_t size : {1, 7, 64, 1000}) {
    const Array<float> array(size);
    ASSERT_EQ(array.size(), size);
    EXPECT_TRUE(is_aligned(array.data()));
    for (float value : array) EXPECT_EQ(value, 0.0f);
    EXPECT_EQ(array.space(), MemorySpace::host);
  }
  const Array<double> nothing(0), none;
  EXPECT_EQ(nothing.size() + none.size(), 0u);
  EXPECT_EQ(nothing.begin(), nothing.end());
}

TEST(Array, MovesItsMemoryAndDoesNotCopyIt) {
  static_assert(!std::is_copy_constructible_v<Array<int>> && !std::is_copy_assignable_v<Array<int>>);
  Array<int> first(3);
  first[1] = 5;
  const int* memory = first.data();
  Array<int> second(std::move(first));
  EXPECT_EQ(second.data(), memory);
  Array<int> third(10);
  third = std::move(second);
  EXPECT_EQ(third.data(), memory);
  EXPECT_EQ(third.size(), 3u);
  EXPECT_EQ(third[1], 5);
}

TEST(Array, ViewsSeeTheSameValues) {
  Array<float> array(4);
  const View<float> view = array.view();
  view[2] = 3.0f;
  EXPECT_EQ(array[2], 3.0f);
  const View<const float> constant = view;
  EXPECT_EQ(constant.data, array.data());
  EXPECT_EQ(constant.end() - constant.begin(), 4);
}

TEST(Array, DeviceMemoryIsRefusedWhereThereIsNone) {
  EXPECT_THROW(Array<float>(4, MemorySpace::device), Error);
}

TEST(RowArray, RowsStartOnCacheLinesAndPaddingIsZero) {
  for (std::size_t n_col : {1, 15, 16, 17, 1260}) {
    RowArray<float> array(5, n_col);
    EXPECT_EQ(array.stride() % 16, 0u);
    EXPECT_GE(array.stride(), n_col);
    EXPECT_LT(array.stride(), n_col + 16);
    EXPECT_EQ(array.bytes(), 5 * array.stride() * sizeof(float));
    for (std::size_t row = 0; row < 5; ++row) {
      EXPECT_TRUE(is_aligned(array.row(row)));
      for (std::size_t col = 0; col < array.stride(); ++col) EXPECT_EQ(array.row(row)[col], 0.0f);
    }
  }
  EXPECT_EQ(RowArray<double>(2, 9).stride(), 16u);
  EXPECT_EQ(RowArray<std::uint8_t>(2, 9).stride(), 64u);
}

TEST(RowArray, ViewAndSwapAgreeWithIt) {
  RowArray<float> a(3, 20), b(2, 5);
  a(2, 19) = 7.0f;
  EXPECT_EQ(a.rows()(2, 19), 7.0f);
  EXPECT_EQ(a.rows().row(2)[19], 7.0f);
  a.swap(b);
  EXPECT_EQ(b(2, 19), 7.0f);
  EXPECT_EQ(a.n_row(), 2u);
  EXPECT_EQ(a.n_col(), 5u);
  const Rows<const float> rows = std::as_const(b).rows();
  EXPECT_EQ(rows.n_row, 3u);
  EXPECT_EQ(rows(2, 19), 7.0f);
}

// A row of 1260 floats takes 5040 of 5056 bytes, so its padding is sent along; one of 36 takes 144 of 192, so
// its padding is not.
TEST(CellRows, TakeSmallPaddingAlong) {
  RowArray<float> wide(3, 1260), narrow(3, 36);
  EXPECT_EQ(with_small_padding(make_cell_rows(wide)).length, 5056);
  EXPECT_EQ(with_small_padding(make_cell_rows(narrow)).length, 144);
  EXPECT_EQ(with_small_padding(make_cell_rows(wide, 4)).length, 1256 * 4);  // starts within the row
}

}  // namespace groundswell
