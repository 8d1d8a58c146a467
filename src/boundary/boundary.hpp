// SPDX-License-Identifier: Apache-2.0
// Makes the source of what enters through open boundaries from the settings.
#pragma once

#include <memory>

#include "boundary/boundary_settings.hpp"
#include "boundary/boundary_source.hpp"
#include "boundary/open_edges.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Null where boundaries only absorb. Throws Error for an unknown kind or settings that do not fit.
std::unique_ptr<BoundarySource> make_boundary(const BoundarySettings& settings, const OpenEdges& edges,
                                              const SpectralGrid& grid);

}  // namespace groundswell
