// SPDX-License-Identifier: Apache-2.0
// Halo sizes counted on the cell graph alone, without building the mesh: how many cells each part sends to
// each other part.
#pragma once

#include "apps/part_pairs.hpp"
#include "decomp/partition.hpp"

namespace groundswell {

// A part's halo of n rings (1 or 2) consists of the cells of other parts at most n steps from its own cells;
// their owners send them. `kind` is the name of the partition.
PartPairs count_part_pairs(const CellGraph& graph, const Partition& partition, const std::string& kind);

}  // namespace groundswell
