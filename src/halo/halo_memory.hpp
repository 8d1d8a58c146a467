// SPDX-License-Identifier: Apache-2.0
// Memory for rows that other processes of the node may read in place.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "comm/shared_memory.hpp"
#include "exec/array.hpp"

namespace groundswell {

class HaloMemory {
 public:
  explicit HaloMemory(bool is_shared) : is_shared_(is_shared) {}

  // Memory filled with zeros and aligned to 64 bytes, which lives as long as this object. Throws Error if the
  // system provides none.
  std::span<std::byte> allocate(std::size_t bytes);
  // The shared memory in which all of `bytes` lies, or null.
  const SharedMemory* find(std::span<const std::byte> bytes) const;

 private:
  bool is_shared_;
  std::deque<SharedMemory> shared_;
  std::deque<Array<std::byte>> own_;
};

}  // namespace groundswell
