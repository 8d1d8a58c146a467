// SPDX-License-Identifier: Apache-2.0
// Cores and memories of this node: the only door to hwloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "network/network_file.hpp"

namespace groundswell {

struct Core {
  CorePlace place;
  int processor = 0;  // the number that the system gives its first hardware thread
};

class MachineCores {
 public:
  // What this process may use. Throws Error where hwloc does not know the machine.
  MachineCores();

  const std::vector<Core>& cores() const { return cores_; }
  // Memories (NUMA domains), by number: a core of each, or -1 for one without cores.
  const std::vector<int>& core_of_memory() const { return core_of_memory_; }

  using Buffer = std::unique_ptr<std::byte[], std::function<void(std::byte*)>>;
  // Room in one memory, touched already. Throws Error where the system does not bind it.
  Buffer allocate_in(int memory, std::size_t bytes) const;

 private:
  struct Topology;
  std::shared_ptr<Topology> topology_;
  std::vector<Core> cores_;
  std::vector<int> core_of_memory_;
};

// The calling thread runs on this processor alone from now on. False where the system refuses.
bool bind_thread(int processor);

}  // namespace groundswell
