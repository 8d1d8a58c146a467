// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_memory.hpp"

namespace groundswell {

std::span<std::byte> HaloMemory::allocate(std::size_t bytes) {
  if (is_shared_) return shared_.emplace_back(bytes).bytes();
  Array<std::byte>& memory = own_.emplace_back(bytes);
  return {memory.data(), memory.size()};
}

const SharedMemory* HaloMemory::find(std::span<const std::byte> bytes) const {
  for (const SharedMemory& memory : shared_) {
    const std::span<const std::byte> all = memory.bytes();
    if (bytes.data() >= all.data() && bytes.data() + bytes.size() <= all.data() + all.size()) return &memory;
  }
  return nullptr;
}

}  // namespace groundswell
