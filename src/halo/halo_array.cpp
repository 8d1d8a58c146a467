// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_array.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace groundswell {
namespace {

void check_axes(std::string_view axes, std::size_t n_extent, std::size_t n_stride) {
  constexpr char advice[] =
      "give each dimension one letter: i (and j) for those that count cells, others for levels, as \"ijk\"";
  require(axes.size() == n_extent && (n_stride == 0 || n_stride == n_extent), "the axes \"", axes,
          "\" of an array with ", n_extent, " dimensions were given to a halo exchange; ", advice);
  for (const char axis : axes)
    require(std::ranges::count(axes, axis) == 1, "the axes \"", axes, "\" given to a halo exchange have '",
            axis, "' twice; ", advice);
  require(axes.find('i') != axes.npos, "the axes \"", axes, "\" given to a halo exchange have no 'i'; ",
          advice);
  const std::size_t n_cell_axis = axes.find('j') == axes.npos ? 1 : 2;
  require(axes.size() - n_cell_axis <= HaloArray::most_level_axes, "the axes \"", axes,
          "\" given to a halo exchange have more than ", HaloArray::most_level_axes,
          " that count levels; exchange parts of the array");
}

}  // namespace

HaloArray make_halo_array(void* data, std::int64_t element_bytes, std::string_view axes,
                          std::span<const std::int64_t> extents, std::span<const std::int64_t> strides) {
  check_axes(axes, extents.size(), strides.size());
  require(element_bytes > 0, "an array with elements of ", element_bytes,
          " bytes was given to a halo exchange; give their size");
  std::vector<std::int64_t> steps(strides.begin(), strides.end());  // [bytes]
  std::int64_t n_element = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    require(extents[i] >= 0, "an array with the extent ", extents[i], " along '", axes[i],
            "' was given to a halo exchange; extents are not negative");
    require(
        extents[i] == 0 || n_element <= INT64_MAX / element_bytes / extents[i], "an array with the extent ",
        extents[i], " along '", axes[i],
        "' was given to a halo exchange, which has more bytes than 64 bits can count; correct its extents");
    if (strides.empty()) steps.push_back(n_element * element_bytes);
    n_element *= extents[i];
  }
  HaloArray array;
  array.rows = {static_cast<std::byte*>(data), 1, 0, 0, element_bytes};
  // Levels that are the fastest axes are parts of the rows, contiguous or not: strides, and whether a rank
  // has cells, differ among ranks, and the order of the values in messages must not.
  std::size_t n_level_axis = 0;
  bool is_in_row = true;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] == 'i') {
      array.rows.stride = extents[i] > 1 ? steps[i] : array.rows.length;
      array.rows.n_row *= extents[i];
      is_in_row = false;
    } else if (axes[i] == 'j') {
      array.line_stride = steps[i];
      array.rows.n_row *= extents[i];
      array.line_length = std::max<std::int64_t>(extents[axes.find('i')], 1);
      is_in_row = false;
    } else if (is_in_row && array.n_row_axis == 0 &&
               (n_element == 0 || extents[i] == 1 || steps[i] == array.rows.length)) {
      array.rows.length *= extents[i];
    } else {
      if (is_in_row) ++array.n_row_axis;
      array.n_level[n_level_axis] = extents[i];
      array.level_stride[n_level_axis++] = steps[i];
    }
  }
  if (n_element == 0) array.rows.n_row = 0;
  return array;
}

HaloArray make_halo_array_of_c(void* data, std::int64_t element_bytes, std::string_view axes,
                               std::span<const std::int64_t> extents) {
  check_axes(axes, extents.size(), 0);
  const std::vector<std::int64_t> reversed(extents.rbegin(), extents.rend());
  return make_halo_array(data, element_bytes, std::string(axes.rbegin(), axes.rend()), reversed);
}

}  // namespace groundswell
