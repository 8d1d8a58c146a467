// SPDX-License-Identifier: Apache-2.0
// The time of a copy between two memories of this node.
#pragma once

#include <vector>

#include "probe/core_messages.hpp"
#include "probe/device_memories.hpp"
#include "probe/machine_cores.hpp"

namespace groundswell {

// The times [s] of repeated copies from one memory to another. Memories are numbered: first the NUMA domains
// of the node, then the devices. The copies are started by a core of the NUMA domain involved (of `from` if
// both are NUMA domains) or, between two devices or if that domain has no cores, by the first core of the
// node. Throws Error if memory cannot be allocated, or if the system does not bind threads or a driver fails.
std::vector<double> time_memory_copies(const MachineCores& machine, const DeviceMemories& devices, int from,
                                       int to, const CoreMessages& messages);

}  // namespace groundswell
