// SPDX-License-Identifier: Apache-2.0
// How long a copy takes between two memories of this node.
#pragma once

#include <vector>

#include "probe/core_messages.hpp"
#include "probe/device_memories.hpp"
#include "probe/machine_cores.hpp"

namespace groundswell {

// The time of a copy from one memory into another [s]. Memories are numbered: first the NUMA domains of the
// node, then the devices. A core of the first domain of the two asks for the copy; for one between devices,
// the first core of the node. Throws Error where a memory or a driver refuses.
std::vector<double> time_memory_copies(const MachineCores& machine, const DeviceMemories& devices, int from,
                                       int to, const CoreMessages& messages);

}  // namespace groundswell
