// SPDX-License-Identifier: Apache-2.0
// Which places of a file an open edge takes its waves from, and with which weights.
#pragma once

#include <functional>
#include <vector>

#include "boundary/boundary_settings.hpp"
#include "boundary/open_edges.hpp"
#include "boundary/point_series.hpp"

namespace groundswell {

struct StencilPlace {
  std::size_t place = 0;
  double weight = 0.0;
  // Angle by which local east at the place is turned counter-clockwise against local east at the edge, as
  // meridians converge: theta_edge = theta_place + turn [rad].
  double turn = 0.0;
};
using EdgeStencil = std::vector<StencilPlace>;

// On a grid: the corners with values around the edge, by bilinear weights. Else, and where no corner has
// values: the nearest place with values and the nearest one towards which the edge lies from there, by the
// edge's place along the line between the two; the nearest alone where there is none. `has_values` is asked
// only where needed. Where the nearest is farther than the settings allow, the stencil is empty or Error is
// thrown, as they say.
std::vector<EdgeStencil> make_edge_stencils(const PointSeries& points, const OpenEdges& edges,
                                            const BoundaryFileSettings& settings,
                                            const std::function<bool(std::size_t)>& has_values);

}  // namespace groundswell
