// SPDX-License-Identifier: Apache-2.0
// The cores and memories of this node. Nothing else in the program uses hwloc.
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
  int processor = 0;  // the operating system's number of its first hardware thread
};

class MachineCores {
 public:
  // Finds the cores and memories that this process may use. Throws Error if hwloc does not know the machine.
  MachineCores();

  const std::vector<Core>& cores() const { return cores_; }
  // For each memory (NUMA domain), by number, one of its cores, or -1 if it has none.
  const std::vector<int>& core_of_memory() const { return core_of_memory_; }

  using Buffer = std::unique_ptr<std::byte[], std::function<void(std::byte*)>>;
  // A buffer in one memory, already touched. Throws Error if the system cannot allocate there.
  Buffer allocate_in(int memory, std::size_t bytes) const;

 private:
  struct Topology;
  std::shared_ptr<Topology> topology_;
  std::vector<Core> cores_;
  std::vector<int> core_of_memory_;
};

// Binds the calling thread to this processor. Returns false if the system refuses.
bool bind_thread(int processor);

}  // namespace groundswell
