// SPDX-License-Identifier: Apache-2.0
// The location of a cell's values in arrays of any shape.
#include <gtest/gtest.h>

#include "support/sentences.hpp"
#include "transfer/field_array.hpp"

namespace groundswell {
namespace {

using Numbers = std::vector<std::int64_t>;

// An array of doubles without gaps.
FieldArray packed(Numbers shape, bool cells_last = false) {
  static std::byte somewhere[1];
  Numbers strides(shape.size(), 8);
  for (std::size_t i = 1; i < shape.size(); ++i) strides[i] = strides[i - 1] * shape[i - 1];
  return {"sst", true, somewhere, 8, std::move(shape), std::move(strides), cells_last};
}

void expect_layout(const FieldArray& array, std::int64_t n_cell, std::int64_t cell_stride, Numbers offsets) {
  const FieldLayout layout = lay_out(array, n_cell);
  EXPECT_EQ(layout.n_value, std::int64_t(offsets.size()));
  EXPECT_EQ(layout.cell_stride, cell_stride);
  EXPECT_EQ(layout.value_offset, offsets);
}

TEST(FieldArray, CellsFirst) {
  expect_layout(packed({5}), 5, 8, {0});
  expect_layout(packed({5, 3}), 5, 8, {0, 40, 80});
  expect_layout(packed({2, 3}), 6, 8, {0});
  expect_layout(packed({2, 3, 2}), 6, 8, {0, 48});
  expect_layout(packed({2, 3, 2, 2}), 6, 8, {0, 48, 96, 144});
  expect_layout(packed({15}), 5, 8, {0, 40, 80});  // a list of levels
  expect_layout(packed({1, 4}), 1, 0, {0, 8, 16, 24});
  EXPECT_TRUE(lay_out(packed({1, 4}), 1).is_whole);
  EXPECT_TRUE(lay_out(packed({5}), 5).is_whole);
  EXPECT_FALSE(lay_out(packed({5, 3}), 5).is_whole);
}

TEST(FieldArray, CellsLast) {
  expect_layout(packed({3, 5}, true), 5, 24, {0, 8, 16});
  expect_layout(packed({3, 2, 5}, true), 5, 48, {0, 8, 16, 24, 32, 40});
  EXPECT_TRUE(lay_out(packed({3, 2, 5}, true), 5).is_whole);
  expect_layout(packed({5}, true), 5, 8, {0});
}

TEST(FieldArray, PartsOfLargerArrays) {
  FieldArray part = packed({5, 3});  // a(1:5, :) of 9 rows
  part.strides = {8, 72};
  expect_layout(part, 5, 8, {0, 72, 144});
  part = packed({2, 3});  // a(1:2, :) of 4 rows: 6 cells unevenly spaced
  part.strides = {8, 32};
  EXPECT_THROW(lay_out(part, 6), Error);
  part.strides = {16, 32};  // every second entry: evenly spaced
  expect_layout(part, 6, 16, {0});
}

TEST(FieldArray, WithoutCellsTheNumberOfValuesIsOpen) {
  EXPECT_EQ(lay_out(packed({0, 3}), 0).n_value, -1);
  EXPECT_EQ(lay_out(packed({0}), 0).n_value, -1);
  EXPECT_EQ(lay_out(packed({3, 0}, true), 0).n_value, 3);
  EXPECT_EQ(lay_out(packed({0, 0}, true), 0).n_value, -1);  // a pointer to nothing
  EXPECT_EQ(lay_out(packed({1, 1}, true), 0).n_value, -1);  // unused space
}

TEST(FieldArray, ShapesThatDoNotFitAreRefused) {
  for (const FieldArray& array : {packed({4}), packed({4, 3}), packed({3, 4}, true), packed({5, 0})})
    test::expect_words(test::message_of([&] { lay_out(array, 5); }), {"'sst'", " the shape ("});
  FieldArray nothing = packed({5});
  nothing.data = nullptr;
  EXPECT_THROW(lay_out(nothing, 5), Error);
  nothing = packed({5});
  nothing.element_bytes = 0;
  EXPECT_THROW(lay_out(nothing, 5), Error);
}

}  // namespace
}  // namespace groundswell
