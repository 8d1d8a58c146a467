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
  if (settings.kind == "absorbing") return nullptr;
  if (settings.kind == "jonswap") return std::make_unique<ConstantBoundary>(settings, targets, grid);
  if (settings.kind == "file" && hold_spectra(settings.file))
    return std::make_unique<SpectraBoundary>(settings.file, targets, grid, start, end, from);
  if (settings.kind == "file")
    return std::make_unique<ParameterBoundary>(settings.file, targets, grid, start, end, from);
  throw Error(text("boundary.kind '", settings.kind, "' is not known; known are absorbing, jonswap, file"));
}

}  // namespace groundswell
