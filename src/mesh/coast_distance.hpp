// SPDX-License-Identifier: Apache-2.0
// Distance from the coast, and mesh spacing that grows with it. Reference: Danielsson 1980, Computer Graphics
// and Image Processing 14 (propagation of the nearest point found so far).
#pragma once

#include <memory>

#include "mesh/lloyd.hpp"
#include "mesh/lon_lat_box.hpp"
#include "mesh/regular_grid.hpp"

namespace groundswell {

// Great-circle distance [m] to the nearest coast point (positive on land and at sea), interpolated bilinearly
// between the points of the bathymetry grid; outside the box, the distance at the nearest point inside. Coast
// points count in the box and about two grid steps around it, or on the whole grid if the box spans nearly
// the full circle. A coast point is a grid point with a neighbour on the other side of zero height. Without
// any coast the distance is half the circumference. The distance is accurate to 1 % plus half a grid step.
class CoastDistance {
 public:
  CoastDistance(const RegularGrid& height, const LonLatBox& box, double radius);
  double operator()(const Vec3& p) const;

 private:
  LonLatBox box_;
  RegularGrid distance_;
};

struct CoastSpacing {
  double at_coast = 12e3;     // [m]
  double offshore = 30e3;     // [m]
  double transition = 400e3;  // [m] distance from the coast at which the spacing is `offshore`
};

// Spacing that grows linearly with the distance from the coast up to `transition`, and is `offshore` beyond.
// Throws Error for lengths that are not positive or a smaller spacing offshore than at the coast.
SpacingFunction make_coast_spacing(std::shared_ptr<const CoastDistance> distance,
                                   const CoastSpacing& settings);

}  // namespace groundswell
