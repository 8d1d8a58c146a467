// SPDX-License-Identifier: Apache-2.0
// Makes the source of the inflow through open boundaries from the settings.
#pragma once

#include <memory>
#include <optional>

#include "boundary/boundary_settings.hpp"
#include "boundary/boundary_source.hpp"
#include "boundary/target_places.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// The source for a run from `start` to `end`; a resumed run needs files only from `from` on. Null if
// boundaries only absorb. Throws Error for invalid settings or unusable files.
std::unique_ptr<BoundarySource> make_boundary(const BoundarySettings& settings, const TargetPlaces& targets,
                                              const SpectralGrid& grid, const DateTime& start,
                                              const DateTime& end, const std::optional<DateTime>& from = {});

}  // namespace groundswell
