// SPDX-License-Identifier: Apache-2.0
#include "support/poverty.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::size_t most_at_once = SIZE_MAX;
std::atomic<std::int64_t> n_byte = 0, highest_n_byte = 0;

void give_back(void* memory) {
  n_byte -= std::int64_t(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t n) {
  void* memory = n > most_at_once ? nullptr : std::malloc(std::max<std::size_t>(n, 1));
  if (memory == nullptr) throw std::bad_alloc();
  const std::int64_t n_now = n_byte += std::int64_t(malloc_usable_size(memory));
  std::int64_t highest = highest_n_byte;
  while (highest < n_now && !highest_n_byte.compare_exchange_weak(highest, n_now)) {
  }
  return memory;
}

// Under the address sanitizer these would not call those above.
void* operator new[](std::size_t n) {
  return operator new(n);
}

void operator delete[](void* memory) noexcept {
  give_back(memory);
}

void operator delete[](void* memory, std::size_t) noexcept {
  give_back(memory);
}

void operator delete(void* memory) noexcept {
  give_back(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  give_back(memory);
}

namespace groundswell::test {

Poverty::Poverty(std::size_t most) {
  most_at_once = most;
}

Poverty::~Poverty() {
  most_at_once = SIZE_MAX;
}

CountedMemory::CountedMemory() : before_(n_byte) {
  highest_n_byte = before_;
}

std::int64_t CountedMemory::now() const {
  return n_byte - before_;
}

std::int64_t CountedMemory::highest() const {
  return highest_n_byte - before_;
}

}  // namespace groundswell::test
