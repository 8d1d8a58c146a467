// SPDX-License-Identifier: Apache-2.0
// Checks before any file is created that processes list each cell of the grid once; a grid with land may have
// cells that none lists.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// The listed cells of `block`, which this rank writes, ascending and counted from 0. Throws Error on all
// ranks if a listed cell is not in the grid or listed twice, if processes list more cells than the grid has,
// or if one is unlisted and there is no land. Collective.
std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            const Block& block, bool has_land);

}  // namespace groundswell
