// SPDX-License-Identifier: Apache-2.0
// A region between two meridians and two parallels.
#pragma once

#include "mesh/lloyd.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

struct LonLatBox {
  double west = -pi, east = pi, south = -pi / 2, north = pi / 2;  // [rad]; west < east <= west + 2 pi

  // Throws Error, naming the sides in degrees, if they do not form a box.
  void check() const;
  bool contains(const Vec3& p) const;
  // The point of the box with the nearest longitude and latitude.
  Vec3 clamp(const Vec3& p) const;
};

// The spacing `inside` [m] in the box; outside it, the spacing at the nearest point of the box plus `growth`
// times the distance to that point on a sphere of `radius` [m], so that a mesh of the region has few cells
// elsewhere.
SpacingFunction extend_beyond(const LonLatBox& box, SpacingFunction inside, double radius, double growth);

}  // namespace groundswell
