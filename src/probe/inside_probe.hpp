// SPDX-License-Identifier: Apache-2.0
// How long a message takes inside a node: between its cores, which meet in the caches they share, and between
// its memories (NUMA domains, and those of accelerators).
#pragma once

#include <string>
#include <vector>

#include "probe/probe.hpp"

namespace groundswell {

// All pairs of cores, one after another, both ways, and all pairs of memories, by one rank of each node,
// while the others sleep: up to 16 nodes one after another, more all at once. Sizes that do not fit into
// settings.inside_seconds are left out on the nodes where that is so, which is said; throws Error where that
// is the smallest. The same on all ranks, in the order of the nodes. Collective.
std::vector<NodeInside> probe_inside_of_all(const Communicator& communicator, const ProbeSettings& settings);

}  // namespace groundswell
