// SPDX-License-Identifier: Apache-2.0
#include "coupling/triangle_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {

TriangleSearch::TriangleSearch(const WholeGrid& source)
    : on_sphere_(source.on_sphere), triangles_(source.triangles), order_(source.triangles.size()) {
  require(!order_.empty(), "the grid of '", source.name,
          "' has no triangles, which regridding of kind three_points needs; use bilinear for a grid of "
          "longitudes and latitudes, or nearest");
  for (std::size_t i = 0; i < source.n_point(); ++i) places_.push_back(source.place(std::int64_t(i)));
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  std::vector<PlaceBox> boxes;
  for (const std::size_t triangle : order_) boxes.push_back(box_around(triangle));
  make_node(boxes, 0, order_.size());
}

// The part of the sphere above a flat triangle is less than `height` away from it.
PlaceBox TriangleSearch::box_around(std::size_t triangle) const {
  const GridTriangle& corners = triangles_[triangle];
  const Vec3 a = places_[std::size_t(corners[0])], b = places_[std::size_t(corners[1])],
             c = places_[std::size_t(corners[2])];
  const double size = std::max({norm(b - a), norm(c - b), norm(a - c)});
  double margin = 1e-6 * size;
  if (on_sphere_) {
    const Vec3 normal = cross(b - a, c - a);
    const double length = norm(normal);
    const double height = length > 0.0 ? 1.0 - std::abs(dot(normal, a)) / length : 0.0;
    margin += height + 1e-15;
  }
  PlaceBox box;
  for (const Vec3& corner : {a, b, c}) box.add(corner);
  box.widen(margin);
  return box;
}

// Halves the triangles along the longest side of their box.
std::size_t TriangleSearch::make_node(const std::vector<PlaceBox>& boxes, std::size_t begin,
                                      std::size_t end) {
  PlaceBox box;
  for (std::size_t i = begin; i < end; ++i) box.add(boxes[order_[i]]);
  const std::size_t here = nodes_.size();
  nodes_.push_back({box, begin, end, 0});
  if (end - begin <= leaf_size) return here;
  const Vec3 side = box.high - box.low;
  const auto along = [&](std::size_t triangle) {
    const Vec3 twice_centre = boxes[triangle].low + boxes[triangle].high;
    return side.x >= side.y && side.x >= side.z ? twice_centre.x
           : side.y >= side.z                   ? twice_centre.y
                                                : twice_centre.z;
  };
  const std::size_t middle = (begin + end) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + std::ptrdiff_t(i); };
  std::nth_element(at(begin), at(middle), at(end),
                   [&](std::size_t i, std::size_t j) { return along(i) < along(j); });
  make_node(boxes, begin, middle);
  const std::size_t second = make_node(boxes, middle, end);
  nodes_[here].second = second;
  return here;
}

// Volumes of the tetrahedra of the place, two corners and the centre of the sphere (areas in the plane), from
// differences, which are accurate for small triangles.
std::array<double, 3> TriangleSearch::weights(std::size_t triangle, const Vec3& place) const {
  const GridTriangle& corners = triangles_[triangle];
  const Vec3 up = on_sphere_ ? place : Vec3{0.0, 0.0, 1.0};
  const Vec3 a = places_[std::size_t(corners[0])] - place, b = places_[std::size_t(corners[1])] - place,
             c = places_[std::size_t(corners[2])] - place;
  std::array<double, 3> parts{dot(up, cross(b, c)), dot(up, cross(c, a)), dot(up, cross(a, b))};
  const double total = parts[0] + parts[1] + parts[2];
  // On the far side of the sphere all parts are positive, too.
  const bool is_here = !on_sphere_ || dot(a + b + c + place * 3.0, place) > 0.0;
  if (!is_here || total == 0.0) return {-1.0, -1.0, -1.0};
  for (double& part : parts) part /= total;
  return parts;
}

void TriangleSearch::search(std::size_t node, const Vec3& place, std::size_t& found) const {
  const Node& here = nodes_[node];
  if (!here.box.contains(place)) return;
  if (here.second > 0) {
    search(node + 1, place, found);
    search(here.second, place, found);
    return;
  }
  for (std::size_t i = here.begin; i < here.end; ++i)
    if (order_[i] < found && std::ranges::min(weights(order_[i], place)) >= -least_weight) found = order_[i];
}

MatrixRow TriangleSearch::find(const Vec3& place) const {
  std::size_t found = order_.size();
  search(0, place, found);
  MatrixRow row;
  if (found == order_.size()) return row;
  const std::array<double, 3> weight = weights(found, place);
  for (std::size_t k = 0; k < 3; ++k) row.push_back({triangles_[found][k], weight[k]});
  normalize_weights(row);
  return row;
}

}  // namespace groundswell
