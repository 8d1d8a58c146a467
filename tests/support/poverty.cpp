// SPDX-License-Identifier: Apache-2.0
#include "support/poverty.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::size_t most_at_once = SIZE_MAX;

}  // namespace

void* operator new(std::size_t n) {
  void* memory = n > most_at_once ? nullptr : std::malloc(std::max<std::size_t>(n, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace groundswell::test {

Poverty::Poverty(std::size_t most) {
  most_at_once = most;
}

Poverty::~Poverty() {
  most_at_once = SIZE_MAX;
}

}  // namespace groundswell::test
