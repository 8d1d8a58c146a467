// SPDX-License-Identifier: Apache-2.0
#include "transfer/field_array.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

std::string shape_text(const FieldArray& array) {
  std::string list;
  for (const std::int64_t extent : array.shape)
    list += text(list.empty() ? "" : ", ",
                 extent == FieldArray::as_many_as_cells ? "cells" : std::to_string(extent));
  return "(" + list + ")";
}

constexpr char whole_array[] =
    "the whole array, and -1 as the number of each cell that is not this process's, such as a halo";

[[noreturn]] void refuse(const FieldArray& array, std::int64_t n_cell) {
  throw Error(text("field '", array.name, "' has the shape ", shape_text(array), ", which does not fit ",
                   n_cell, " local cells: ",
                   array.cells_last ? "its last dimension must count them"
                                    : "its first dimensions must multiply to that number",
                   "; give the part of the array that has them, such as a(1:n, :), or ", whole_array));
}

// The number of leading dimensions that make up the cells; 0 if none do.
std::size_t n_cell_dimension(const FieldArray& array, std::int64_t n_cell) {
  std::int64_t product = 1;
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    if (__builtin_mul_overflow(product, array.shape[i], &product)) return 0;
    if (product == n_cell) return i + 1;
  }
  return 0;
}

// The stride [bytes] of dimensions [0, n) if they are treated as one dimension.
std::int64_t common_stride(const FieldArray& array, std::size_t n) {
  std::int64_t first = 0, next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (array.shape[i] == 1) continue;
    require(first == 0 || array.strides[i] == next, "the cells of field '", array.name, "' of the shape ",
            shape_text(array),
            " are spread unevenly over its dimensions, as in the inner part of an array; give ", whole_array);
    if (first == 0) first = array.strides[i];
    next = array.strides[i] * array.shape[i];
  }
  return first;
}

// Offsets [bytes] of all values in dimensions [begin, end), with the first dimension varying fastest.
std::vector<std::int64_t> offsets(const FieldArray& array, std::size_t begin, std::size_t end) {
  std::vector<std::int64_t> all{0};
  for (std::size_t i = begin; i < end; ++i) {
    constexpr std::int64_t most = INT32_MAX;
    const std::size_t n = all.size();
    require(array.shape[i] > 0, "field '", array.name, "' of the shape ", shape_text(array),
            " has an extent of ", array.shape[i], "; each must be at least 1");
    require(array.shape[i] <= most / std::int64_t(n), "field '", array.name, "' of the shape ",
            shape_text(array), " has more than ", most, " values per cell");
    std::vector<std::int64_t> next;
    next.reserve(n * std::size_t(array.shape[i]));
    for (std::int64_t k = 0; k < array.shape[i]; ++k)
      for (const std::int64_t offset : all) next.push_back(offset + k * array.strides[i]);
    all = std::move(next);
  }
  return all;
}

FieldLayout cells_last_layout(const FieldArray& array, std::int64_t n_cell) {
  const std::size_t last = array.shape.size() - 1;
  if (array.shape[last] != n_cell && array.shape[last] != FieldArray::as_many_as_cells) refuse(array, n_cell);
  FieldLayout layout;
  layout.cell_stride = array.strides[last];
  layout.value_offset = offsets(array, 0, last);
  return layout;
}

FieldLayout cells_first_layout(const FieldArray& array, std::int64_t n_cell) {
  FieldLayout layout;
  const std::size_t n_dim = array.shape.size(), n = n_cell_dimension(array, n_cell);
  layout.cell_stride = n == 0 ? array.strides[0] : common_stride(array, n);
  if (n > 0) {
    layout.value_offset = offsets(array, n, n_dim);
  } else {  // a list of values, one level after another
    if (n_dim > 1 || array.shape[0] % n_cell != 0) refuse(array, n_cell);
    for (std::int64_t i = 0; i < array.shape[0] / n_cell; ++i)
      layout.value_offset.push_back(i * n_cell * array.strides[0]);
  }
  return layout;
}

// Whether an array on a process without cells determines the number of values per cell.
bool counts_values_of_no_cell(const FieldArray& array) {
  return array.cells_last && array.shape.back() <= 0 &&
         std::all_of(array.shape.begin(), array.shape.end() - 1, [](std::int64_t n) { return n > 0; });
}

std::vector<std::string> described(const std::vector<LaidOutArray>& fields,
                                   const std::vector<double>& n_values) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::int64_t n = fields[i].layout.n_value;
    list.push_back(text("'", fields[i].array.name, "' (", n < 0 ? std::int64_t(n_values[i]) : n,
                        " values of ", fields[i].array.element_bytes, " bytes per cell)"));
  }
  return list;
}

}  // namespace

FieldLayout lay_out(const FieldArray& array, std::int64_t n_cell) {
  require(array.element_bytes > 0, "field '", array.name, "' has elements of ", array.element_bytes,
          " bytes; give a positive number");
  require(!array.shape.empty() && array.shape.size() == array.strides.size(), "field '", array.name,
          "' has no dimension; give an array");
  if (n_cell == 0 && !counts_values_of_no_cell(array)) return {-1, 0, {}, true};
  require(n_cell == 0 || array.data, "field '", array.name, "' is a null pointer, but there are ", n_cell,
          " local cells");
  FieldLayout layout =
      array.cells_last ? cells_last_layout(array, n_cell) : cells_first_layout(array, n_cell);
  layout.n_value = std::int64_t(layout.value_offset.size());
  require(layout.n_value > 0, "field '", array.name, "' of the shape ", shape_text(array),
          " has no value per cell");
  for (std::size_t i = 0; n_cell > 0 && i < layout.value_offset.size(); ++i)
    layout.is_whole = layout.is_whole && layout.value_offset[i] == std::int64_t(i) * array.element_bytes;
  return layout;
}

std::vector<AgreedField> agree_on_fields(const Communicator& communicator, const std::string& transfer,
                                         const std::vector<LaidOutArray>* sent,
                                         const std::vector<LaidOutArray>* received) {
  const std::vector<LaidOutArray>& mine = sent ? *sent : *received;
  require_same(communicator, text("the numbers of fields of transfer '", transfer, "'"),
               {std::to_string(mine.size())});
  run_together(communicator, [&] {
    require(!sent || !received || sent->size() == received->size(), "transfer '", transfer, "' sends ",
            mine.size(), " fields but receives ", received ? received->size() : 0,
            "; register the same fields in the same order");
  });
  // For each field, the number of values per cell; then, for each field, whether its values are not
  // contiguous on some process.
  std::vector<double> agreed(2 * mine.size(), -1);
  for (const std::vector<LaidOutArray>* list : {sent, received})
    for (std::size_t i = 0; list && i < mine.size(); ++i) {
      agreed[i] = std::max(agreed[i], double(list->at(i).layout.n_value));
      agreed[mine.size() + i] = std::max(agreed[mine.size() + i], list->at(i).layout.is_whole ? 0.0 : 1.0);
    }
  communicator.max_in_place(agreed);
  for (std::size_t i = 0; i < mine.size(); ++i) agreed[i] = std::max(agreed[i], 1.0);
  const std::vector<std::string> words = described(mine, agreed);
  run_together(communicator, [&] {
    const std::vector<std::string> others = described(received ? *received : mine, agreed);
    for (std::size_t i = 0; i < mine.size(); ++i)
      require(others[i] == words[i], "transfer '", transfer, "' sends ", words[i], " but receives ",
              others[i], "; register the same fields in the same order");
  });
  require_same(communicator, text("the fields of transfer '", transfer, "'"), words);
  std::vector<AgreedField> fields;
  for (std::size_t i = 0; i < mine.size(); ++i)
    fields.push_back({mine[i].array.name, mine[i].array.element_bytes, std::int64_t(agreed[i]),
                      agreed[mine.size() + i] == 0});
  return fields;
}

std::vector<Block> AgreedField::parts(const Block& values) const {
  if (is_whole) return {values};
  std::vector<Block> each;
  for (std::int64_t value = values.begin; value < values.end; ++value) each.push_back({value, value + 1});
  return each;
}

std::vector<TransferField> pieces_of(const AgreedField& field, const Block& values) {
  std::vector<TransferField> pieces;
  for (const Block& part : field.parts(values))
    pieces.push_back({field.is_whole ? field.name : text(field.name, " value ", part.begin + 1),
                      part.size() * field.element_bytes});
  return pieces;
}

std::vector<CellRows> rows_of(const AgreedField& field, const LaidOutArray& array, const Block& values,
                              std::int64_t n_cell) {
  const FieldLayout& layout = array.layout;
  std::vector<CellRows> rows;
  for (const Block& part : field.parts(values))
    rows.push_back({array.array.data, n_cell, layout.cell_stride,
                    n_cell == 0 ? 0 : layout.value_offset[std::size_t(part.begin)],
                    part.size() * field.element_bytes});
  return rows;
}

}  // namespace groundswell
