// SPDX-License-Identifier: Apache-2.0
// Makes memory run out on a single process.
#pragma once

#include <cstddef>

namespace groundswell::test {

// During the lifetime of a Poverty, every `new` of more than `most` bytes throws std::bad_alloc; only that of
// over-aligned memory, such as an Array's, does not.
class Poverty {
 public:
  explicit Poverty(std::size_t most);
  ~Poverty();
  Poverty(const Poverty&) = delete;
  Poverty& operator=(const Poverty&) = delete;
};

}  // namespace groundswell::test
