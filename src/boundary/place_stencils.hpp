// SPDX-License-Identifier: Apache-2.0
// The places of a file that supply an open edge, or another target, with waves, and their weights.
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
  // Angle by which local east at the place is rotated counter-clockwise relative to local east at the target,
  // as meridians converge: theta_target = theta_place + turn [rad].
  double turn = 0.0;
};
using PlaceStencil = std::vector<StencilPlace>;

// On a grid on the sphere: the corners with values around the target, with bilinear weights. Otherwise, or if
// no corner has values: the nearest place with values and the nearest one on the target's other side,
// weighted by the target's position along the line between the two; the nearest alone if there is no other.
// `has_values` is called only if needed. If none of the places within the maximum distance of the settings
// has values, the stencil is empty or Error is thrown, depending on zero_where_no_place. Error is also
// thrown, on the sphere, for a place whose latitude is not within -90..90.
std::vector<PlaceStencil> make_place_stencils(const PointSeries& points, const TargetPlaces& targets,
                                              const WaveFileSettings& settings,
                                              const std::function<bool(std::size_t)>& has_values);

}  // namespace groundswell
