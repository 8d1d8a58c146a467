// SPDX-License-Identifier: Apache-2.0
// The row of a target point, for each kind of regridding.
#pragma once

#include <cstddef>
#include <functional>

#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_settings.hpp"
#include "coupling/sparse_matrix.hpp"
#include "coupling/whole_grid.hpp"
#include "mesh/grid_weights.hpp"

namespace groundswell {

// Gives the row of a local point of the target that is in use; empty if the point has no source.
using RowMaker = std::function<MatrixRow(std::size_t point)>;

// The result keeps references to both grids. Throws Error as make_regridding() does.
RowMaker make_row_maker(Regridding kind, const WholeGrid& source, const CouplingGrid& target,
                        const GridWeights& weights);

}  // namespace groundswell
