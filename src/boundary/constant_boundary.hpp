// SPDX-License-Identifier: Apache-2.0
// JONSWAP seas that are constant in time, one per box and one for all other open edges.
#pragma once

#include "boundary/boundary_settings.hpp"
#include "boundary/boundary_source.hpp"
#include "boundary/target_places.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

class ConstantBoundary : public DatedBoundary {
 public:
  // Throws Error for a box whose west is not below its east, or south not below its north, or that spans more
  // than 360 degrees on the sphere.
  ConstantBoundary(const BoundarySettings& settings, const TargetPlaces& targets, const SpectralGrid& grid);

  void supply(const DateTime& now, const Rows<float>& spectra) override;
  bool is_steady() const override { return true; }
  std::string describe() const override;

 private:
  SpectralGrid grid_;
  std::vector<BoundarySea> seas_;    // of the boxes, then that of all other edges
  std::vector<std::size_t> sea_of_;  // [open edge]
  std::vector<double> frame_angle_;  // [open edge] [rad]
};

// For each target, the index of the first box that contains it; the number of boxes if none does.
std::vector<std::size_t> find_boxes(const std::vector<BoundaryBox>& boxes, const TargetPlaces& targets);

// The fraction of the significant height that lies between the first and the last frequency. The inflow
// always has the whole height, so its shape is distorted if the fraction is small.
double height_share(const SpectralGrid& grid, const BoundarySea& sea);

}  // namespace groundswell
