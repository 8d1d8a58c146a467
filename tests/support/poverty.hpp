// SPDX-License-Identifier: Apache-2.0
// Memory that runs out on a single process.
#pragma once

#include <cstddef>

namespace groundswell::test {

// During its lifetime, a single `new` of more than `most` bytes throws std::bad_alloc.
class Poverty {
 public:
  explicit Poverty(std::size_t most);
  ~Poverty();
  Poverty(const Poverty&) = delete;
  Poverty& operator=(const Poverty&) = delete;
};

}  // namespace groundswell::test
