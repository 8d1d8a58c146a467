// SPDX-License-Identifier: Apache-2.0
// A region between two meridians and two parallels.
#pragma once

#include "mesh/lloyd.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

struct LonLatBox {
  double west = -pi, east = pi, south = -pi / 2, north = pi / 2;  // [rad]; west < east <= west + 2 pi

  // Throws Error with the sides in degrees where they are not a box.
  void check() const;
  bool contains(const Vec3& p) const;
  // The point of the box with the nearest longitude and latitude.
  Vec3 clamp(const Vec3& p) const;
};

// Inside the box `inside`; outside it the spacing at the nearest point of the box plus `growth` times the
// distance, so that a mesh of the region costs few cells elsewhere. [m], on a sphere of `radius` [m]
SpacingFunction extend_beyond(const LonLatBox& box, SpacingFunction inside, double radius, double growth);

}  // namespace groundswell
