// SPDX-License-Identifier: Apache-2.0
// Fills memory that has been given back, so that whoever still reads it reads something else.
#pragma once

#include <cstddef>
#include <vector>

namespace groundswell::test {

using UsedHeap = std::vector<std::vector<std::byte>>;

// Takes several pieces of memory of each of these sizes.
inline UsedHeap use_heap(const std::vector<std::size_t>& sizes) {
  UsedHeap used;
  for (const std::size_t size : sizes)
    for (int i = 0; i < 4; ++i) used.emplace_back(size, std::byte(0xff));
  return used;
}

}  // namespace groundswell::test
