// SPDX-License-Identifier: Apache-2.0
// A box in space, parallel to its axes.
#pragma once

#include <algorithm>
#include <limits>

#include "mesh/vec3.hpp"

namespace groundswell {

struct PlaceBox {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  // Empty until a place is added.
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};

  void add(const Vec3& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  void add(const PlaceBox& other) {
    add(other.low);
    add(other.high);
  }
  void widen(double margin) {
    low = low - Vec3{margin, margin, margin};
    high += Vec3{margin, margin, margin};
  }
  bool contains(const Vec3& p) const {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && p.z >= low.z && p.z <= high.z;
  }
};

}  // namespace groundswell
