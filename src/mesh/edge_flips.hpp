// SPDX-License-Identifier: Apache-2.0
// A triangulation of the sphere that knows each triangle's neighbours and becomes Delaunay by edge flips.
// Private to mesh/. Reference: Lawson 1977, Mathematical Software III.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

class FlippableTriangles {
 public:
  // Throws Error unless every edge has a triangle on both sides.
  explicit FlippableTriangles(std::vector<Triangle> triangles, int n_point);

  const std::vector<Triangle>& triangles() const { return triangles_; }
  std::vector<Triangle> give_up_triangles() { return std::move(triangles_); }
  // The triangle across the edge opposite corner i of triangle t.
  int beyond(int t, int i) const { return beyond_[t][i]; }
  // Flips edges until every triangle's circumcircle is empty; returns the number of flips. Precondition: no
  // triangle is inverted.
  int restore_delaunay(const std::vector<Vec3>& points);

 private:
  struct Side {
    int triangle, corner;
  };
  int corner_facing(int t, int neighbour) const;
  bool must_flip(const std::vector<Vec3>& points, int t, int i) const;
  void flip(int t, int i, std::vector<Side>& todo);
  void relink(int t, int old_neighbour, int new_neighbour);

  std::vector<Triangle> triangles_;
  std::vector<std::array<int, 3>> beyond_;
};

// True if the triangle is clockwise seen from outside, or flat.
inline bool is_turned_over(const std::vector<Vec3>& points, const Triangle& t) {
  const Vec3 a = points[t[0]];
  return dot(a, cross(points[t[1]] - a, points[t[2]] - a)) <= 0.0;
}

}  // namespace groundswell
