// SPDX-License-Identifier: Apache-2.0
// The largest value of all ranks' cells, the same on any number of ranks.
#pragma once

#include <cstdint>
#include <span>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"

namespace groundswell {

struct CellValue {
  double value = 0.0;
  std::int64_t global_cell = -1;
  int part = 0, cell = 0;  // the cell's owner, and its index on that rank
};
// The largest value over all ranks' owned cells, with its cell: the one with the lowest global index if
// several cells have this value. NaN counts as largest, so that it is noticed. Collective.
CellValue find_max_cell(const Communicator& communicator, const LocalMesh& local,
                        std::span<const double> values);

}  // namespace groundswell
