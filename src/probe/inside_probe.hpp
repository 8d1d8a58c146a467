// SPDX-License-Identifier: Apache-2.0
// The time of messages inside a node: between its cores, through the caches they share, and between its
// memories (NUMA domains and those of accelerators).
#pragma once

#include <string>
#include <vector>

#include "probe/probe.hpp"

namespace groundswell {

// Measures all pairs of cores one after another, in both directions, and all pairs of memories. One rank per
// node measures while the others sleep: one node after another if there are at most 16, which then share
// settings.inside_seconds, otherwise all nodes at the same time. A node leaves out sizes for which there is
// no time, which is reported; throws Error if there is no time even for the smallest size. All ranks get the
// results, in the order of the nodes. Collective.
std::vector<NodeInside> probe_inside_of_all(const Communicator& communicator, const ProbeSettings& settings);

}  // namespace groundswell
