// SPDX-License-Identifier: Apache-2.0
// Checks before any file is created that each cell of the grid is listed by exactly one process; for a grid
// with land, where cells may be unlisted, finds those that are listed.
#pragma once

#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// Throws Error on all ranks if a listed cell is not one of the grid's `n_cell` cells, if processes list more
// cells than the grid has, or if they list fewer and there is no land. Collective.
void check_cell_numbers(const Communicator& communicator, const Decomposition& cells, std::int64_t n_cell,
                        bool has_land);

// Throws Error on all ranks if a cell is listed twice or not at all. Collective.
void check_each_cell_once(const Communicator& communicator, const Decomposition& cells, std::int64_t n_cell);

// For a grid with land: the listed cells in this rank's block among `n_writer` ranks starting at
// `first_writer`, ascending and counted from 0. Throws Error on all ranks if a cell is listed twice.
// Collective.
std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            std::int64_t n_cell, int first_writer, int n_writer);

}  // namespace groundswell
