// SPDX-License-Identifier: Apache-2.0
// Makes memory run out on a single process, and counts what it takes.
#pragma once

#include <cstddef>
#include <cstdint>

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

// Bytes that `new` has given out during the lifetime of a CountedMemory, less those given back: now, and at
// most at any time. One CountedMemory may live at a time. Over-aligned memory and that of `malloc` do not
// count.
class CountedMemory {
 public:
  CountedMemory();
  std::int64_t now() const;
  std::int64_t highest() const;

 private:
  std::int64_t before_;
};

}  // namespace groundswell::test
