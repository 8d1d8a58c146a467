// SPDX-License-Identifier: Apache-2.0
// Which places of a file an open edge, or another target, takes its waves from, and with which weights.
#pragma once

#include <functional>
#include <vector>

#include "boundary/boundary_settings.hpp"
#include "boundary/point_series.hpp"
#include "boundary/target_places.hpp"

namespace groundswell {

struct StencilPlace {
  std::size_t place = 0;
  double weight = 0.0;
  // Angle by which local east at the place is turned counter-clockwise against local east at the target, as
  // meridians converge: theta_target = theta_place + turn [rad].
  double turn = 0.0;
};
using PlaceStencil = std::vector<StencilPlace>;

// On a grid: the corners with values around the target, by bilinear weights. Otherwise, or where no corner
// has values: the nearest place with values and the nearest one on the target's other side, by the target's
// place along the line between the two; the nearest alone where there is no other. `has_values` is called
// only where needed. Where no place lies within the largest distance of the settings, the stencil is empty or
// Error is thrown, by zero_where_no_place.
std::vector<PlaceStencil> make_place_stencils(const PointSeries& points, const TargetPlaces& targets,
                                              const WaveFileSettings& settings,
                                              const std::function<bool(std::size_t)>& has_values);

}  // namespace groundswell
