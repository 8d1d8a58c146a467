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
  int part = 0, cell = 0;  // its owner, and its index there
};
// The largest value over all ranks' owned cells and its cell, that of the lowest global index if several have
// it. NaN counts as largest, so that it is noticed. Collective.
CellValue find_max_cell(const Communicator& communicator, const LocalMesh& local,
                        std::span<const double> values);

}  // namespace groundswell
