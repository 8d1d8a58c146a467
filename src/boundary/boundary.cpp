// SPDX-License-Identifier: Apache-2.0
#include "boundary/boundary.hpp"

#include "base/error.hpp"
#include "boundary/constant_boundary.hpp"
#include "boundary/parameter_boundary.hpp"
#include "boundary/spectra_boundary.hpp"

namespace groundswell {

std::unique_ptr<BoundarySource> make_boundary(const BoundarySettings& settings, const TargetPlaces& targets,
                                              const SpectralGrid& grid, const DateTime& start,
                                              const DateTime& end, const std::optional<DateTime>& from) {
  if (settings.kind == BoundaryKind::absorbing) return nullptr;
  if (settings.kind == BoundaryKind::jonswap)
    return std::make_unique<ConstantBoundary>(settings, targets, grid);
  if (hold_spectra(settings.file))
    return std::make_unique<SpectraBoundary>(settings.file, targets, grid, start, end, from);
  return std::make_unique<ParameterBoundary>(settings.file, targets, grid, start, end, from);
}

}  // namespace groundswell
