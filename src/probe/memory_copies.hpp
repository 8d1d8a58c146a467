// SPDX-License-Identifier: Apache-2.0
// The time of a copy between two memories of this node.
#pragma once

#include <vector>

#include "probe/core_messages.hpp"
#include "probe/device_memories.hpp"
#include "probe/machine_cores.hpp"

namespace groundswell {

// The time of a copy from one memory to another [s]. Memories are numbered: first the NUMA domains of the
// node, then the devices. A core of the first NUMA domain of the two starts the copy; between two devices,
// the first core of the node. Throws Error if a memory or a driver fails.
std::vector<double> time_memory_copies(const MachineCores& machine, const DeviceMemories& devices, int from,
                                       int to, const CoreMessages& messages);

}  // namespace groundswell
