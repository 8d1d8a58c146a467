// SPDX-License-Identifier: Apache-2.0
// Checks before any file is created the settings of array output, and that processes list each cell of the
// grid once; a grid with land may have cells that none lists.
#pragma once

#include <cstdint>
#include <vector>

#include "array_output/array_settings.hpp"
#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// Throws Error on all ranks if settings differ between them. Collective.
void require_same_settings(const Communicator& communicator, const ArrayOutputSettings& settings);

// Throws Error for names that are missing, repeated or unknown, for invalid numbers, for output without
// files, and for a run that ends before it starts.
void check_settings(const ArrayOutputSettings& settings);

// The listed cells of `block`, which this rank writes, ascending and counted from 0. Throws Error on all
// ranks if a listed cell is not in the grid or listed twice, if processes list more cells than the grid has,
// or if one is unlisted and there is no land. Collective.
std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            const Block& block, bool has_land);

}  // namespace groundswell
