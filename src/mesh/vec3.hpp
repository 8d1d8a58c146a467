// SPDX-License-Identifier: Apache-2.0
// Points and directions in space, and geometry on the unit sphere, accurate to rounding error even for tiny
// triangles (differences are taken before products). Reference: Eriksson 1990, Mathematics Magazine 63 (area
// of a spherical triangle from its triple product).
#pragma once

#include <cmath>

#include "base/constants.hpp"

namespace groundswell {

struct Vec3 {
  double x = 0.0, y = 0.0, z = 0.0;

  Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  Vec3& operator+=(const Vec3& o) { return *this = *this + o; }
};

inline double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3& a) {
  return std::sqrt(dot(a, a));
}
inline Vec3 normalized(const Vec3& a) {
  return a * (1.0 / norm(a));
}

inline Vec3 point_at(double lon, double lat) {  // [rad]
  return {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
}
inline double longitude(const Vec3& p) {
  return std::atan2(p.y, p.x);
}  // [rad] in (-pi, pi]
inline double latitude(const Vec3& p) {
  return std::atan2(p.z, std::hypot(p.x, p.y));
}
// Unit vector to the east at longitude lon; at the poles lon is 0 by convention, as longitude() returns it.
inline Vec3 east_at(double lon) {
  return {-std::sin(lon), std::cos(lon), 0.0};
}
inline Vec3 north_at(double lon, double lat) {
  return {-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat)};
}

// Great-circle distance between two points of the unit sphere [rad].
inline double arc_length(const Vec3& a, const Vec3& b) {
  return std::atan2(norm(cross(a, b - a)), dot(a, b));
}

// Signed area of a triangle of the unit sphere, positive counter-clockwise seen from outside (Eriksson 1990).
inline double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2.0 * std::atan2(dot(a, cross(b - a, c - a)), 1.0 + dot(a, b) + dot(b, c) + dot(c, a));
}

// Centre on the unit sphere of the circle through a, b, c (counter-clockwise seen from outside).
inline Vec3 circumcentre(const Vec3& a, const Vec3& b, const Vec3& c) {
  return normalized(cross(b - a, c - a));
}

}  // namespace groundswell
