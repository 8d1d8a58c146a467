// SPDX-License-Identifier: Apache-2.0
// Values of all ranks' cells: gathered in global order, or summed or searched with the same bits on any
// number of ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "exec/array.hpp"

namespace groundswell {

// The values of all owned cells in global order on `root`, empty elsewhere: for tests and small output.
// `values` holds at least the owned cells, in local order. Collective.
std::vector<double> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                 std::span<const double> values, int root = 0);
std::vector<float> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                std::span<const float> values, int root = 0);
// Whole rows without their padding, [n_global_cell][n_col].
std::vector<float> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                const RowArray<float>& values, int root = 0);

// The sum over all ranks' owned cells, rounded once: the same bits on any number of ranks. Collective.
double sum_cells(const Communicator& communicator, const LocalMesh& local, std::span<const double> values);

struct CellValue {
  double value = 0.0;
  std::int64_t global_cell = -1;
  int part = 0, cell = 0;  // its owner, and its index there
};
// The largest value over all ranks' owned cells and its cell, that of the lowest global index where several
// have it. NaN counts as largest, so that it is noticed. Collective.
CellValue find_max_cell(const Communicator& communicator, const LocalMesh& local,
                        std::span<const double> values);

}  // namespace groundswell
