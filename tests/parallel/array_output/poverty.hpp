// SPDX-License-Identifier: Apache-2.0
// Memory that runs out for one process alone.
#pragma once

#include <cstddef>

namespace groundswell::test {

// While it lives, `new` of more bytes at once throws std::bad_alloc.
class Poverty {
 public:
  explicit Poverty(std::size_t most);
  ~Poverty();
  Poverty(const Poverty&) = delete;
  Poverty& operator=(const Poverty&) = delete;
};

}  // namespace groundswell::test
