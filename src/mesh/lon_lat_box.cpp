// SPDX-License-Identifier: Apache-2.0
#include "mesh/lon_lat_box.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

// The longitude relative to the central meridian of the box, in [-pi, pi].
double east_of_middle(const LonLatBox& box, double lon) {
  return std::remainder(lon - 0.5 * (box.west + box.east), 2.0 * pi);
}

}  // namespace

void LonLatBox::check() const {
  const double slack = 1e-9;
  require(west < east && east <= west + 2.0 * pi + slack, "the region from ", west / degree, " to ",
          east / degree, " degrees east is not valid; west must be less than east, by at most 360 degrees");
  require(south < north && south >= -pi / 2 - slack && north <= pi / 2 + slack, "the region from ",
          south / degree, " to ", north / degree,
          " degrees north is not valid; south must be less than north, and both within -90 to 90");
}

bool LonLatBox::contains(const Vec3& p) const {
  const double lat = latitude(p);
  return lat >= south && lat <= north && std::abs(east_of_middle(*this, longitude(p))) <= 0.5 * (east - west);
}

Vec3 LonLatBox::clamp(const Vec3& p) const {
  const double half = 0.5 * (east - west);
  const double away = std::clamp(east_of_middle(*this, longitude(p)), -half, half);
  return point_at(0.5 * (west + east) + away, std::clamp(latitude(p), south, north));
}

SpacingFunction extend_beyond(const LonLatBox& box, SpacingFunction inside, double radius, double growth) {
  box.check();
  require(growth > 0.0 && growth < 1.0, "outside the region the spacing would grow by ", growth,
          " m per m, which is not between 0 and 1");
  return [=](const Vec3& p) {
    if (box.contains(p)) return inside(p);
    const Vec3 nearest = box.clamp(p);
    return inside(nearest) + growth * radius * arc_length(p, nearest);
  };
}

}  // namespace groundswell
