// SPDX-License-Identifier: Apache-2.0
// Vectors from the Earth's centre, of length 1 where they are places; the first axis points to 0E 0N, the
// third to the north pole.
#pragma once

#include <array>
#include <cmath>

namespace groundswell {

using UnitVector = std::array<double, 3>;

inline double dot(const UnitVector& a, const UnitVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline UnitVector cross(const UnitVector& a, const UnitVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The angle between two [rad].
inline double angle_between(const UnitVector& a, const UnitVector& b) {
  const UnitVector axis = cross(a, b);
  return std::atan2(std::sqrt(dot(axis, axis)), dot(a, b));
}

// a x + b y
inline UnitVector combination(double a, const UnitVector& x, double b, const UnitVector& y) {
  return {a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]};
}

// [rad]
inline UnitVector position_of(double lon, double lat) {
  return {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
}

// The directions of east and north at a place [rad].
inline UnitVector east_of(double lon) {
  return {-std::sin(lon), std::cos(lon), 0.0};
}
inline UnitVector north_of(double lon, double lat) {
  return {-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat)};
}

}  // namespace groundswell
