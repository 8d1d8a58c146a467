// SPDX-License-Identifier: Apache-2.0
// Finds the triangle of a source grid that contains a place, by a tree of boxes in space, and its barycentric
// weights there. On the sphere the place is projected from the centre onto the plane of the triangle's
// corners, so that the weights are positive and of second order.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "coupling/place_box.hpp"
#include "coupling/sparse_matrix.hpp"
#include "coupling/whole_grid.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

class TriangleSearch {
 public:
  // Keeps a reference to the source's triangles. Throws Error if it has no triangles.
  explicit TriangleSearch(const WholeGrid& source);

  // The corners of the triangle that contains the place, or that it misses by rounding only, with weights
  // that are positive and add up to 1; of several such triangles, the first one of the source. Corners not in
  // use are among them. Empty outside all triangles.
  MatrixRow find(const Vec3& place) const;

 private:
  static constexpr std::size_t leaf_size = 4;
  // A box around triangles. Its first half is the next box and its second half nodes_[second], or it has the
  // triangles order_[begin] to order_[end - 1].
  struct Node {
    PlaceBox box;
    std::size_t begin = 0, end = 0, second = 0;
  };
  // The weights of the corners; those outside the triangle are negative.
  std::array<double, 3> weights(std::size_t triangle, const Vec3& place) const;
  PlaceBox box_around(std::size_t triangle) const;
  std::size_t make_node(const std::vector<PlaceBox>& boxes, std::size_t begin, std::size_t end);
  void search(std::size_t node, const Vec3& place, std::size_t& found) const;

  bool on_sphere_;
  const std::vector<GridTriangle>& triangles_;
  std::vector<Vec3> places_;  // of all points
  std::vector<std::size_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace groundswell
