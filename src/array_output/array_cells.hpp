// SPDX-License-Identifier: Apache-2.0
// Whether each cell of the grid is listed by one process, before anything is made; or which ones are.
#pragma once

#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// Throws Error on all ranks where a number is none of the grid's `n_cell` cells, and where processes list
// more cells than these, or fewer and there is no land. Collective.
void check_cell_numbers(const Communicator& communicator, const Decomposition& cells, std::int64_t n_cell,
                        bool has_land);

// Throws Error on all ranks where a cell is listed twice, or not at all. Collective.
void check_each_cell_once(const Communicator& communicator, const Decomposition& cells, std::int64_t n_cell);

// Of a grid with land: the cells that processes list, of this rank's block among `n_writer` ranks from
// `first_writer` on, ascending and counted from 0. Throws Error on all ranks where one is listed twice.
// Collective.
std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            std::int64_t n_cell, int first_writer, int n_writer);

}  // namespace groundswell
