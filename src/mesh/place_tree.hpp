// SPDX-License-Identifier: Apache-2.0
// Finds the places of a set that are near a point, by a k-d tree. Reference: Bentley 1975, Communications of
// the ACM 18.
#pragma once

#include <cstddef>
#include <vector>

#include "mesh/vec3.hpp"

namespace groundswell {

class PlaceTree {
 public:
  explicit PlaceTree(std::vector<Vec3> places);

  // Calls visit(i, square) for every place whose squared distance from the point is at most `bound()`, which
  // may fall meanwhile, and for a few others that are farther.
  template <class Bound, class Visit>
  void search(const Vec3& point, Bound&& bound, Visit&& visit) const {
    search_part(0, order_.size(), point, bound, visit);
  }

 private:
  static constexpr std::size_t leaf_size = 8;
  static double along(const Vec3& place, int axis) {
    return axis == 0 ? place.x : axis == 1 ? place.y : place.z;
  }
  void sort_part(std::size_t begin, std::size_t end);

  // The middle of a part divides it.
  template <class Bound, class Visit>
  void search_part(std::size_t begin, std::size_t end, const Vec3& point, Bound& bound, Visit& visit) const {
    if (end - begin <= leaf_size) {
      for (std::size_t i = begin; i < end; ++i) look_at(order_[i], point, visit);
      return;
    }
    const std::size_t middle = (begin + end) / 2;
    const double beyond = along(point, axis_[middle]) - along(places_[order_[middle]], axis_[middle]);
    look_at(order_[middle], point, visit);
    if (beyond < 0.0)
      search_part(begin, middle, point, bound, visit);
    else
      search_part(middle + 1, end, point, bound, visit);
    if (beyond * beyond > bound()) return;
    if (beyond < 0.0)
      search_part(middle + 1, end, point, bound, visit);
    else
      search_part(begin, middle, point, bound, visit);
  }
  template <class Visit>
  void look_at(std::size_t place, const Vec3& point, Visit& visit) const {
    const Vec3 there = places_[place] - point;
    visit(place, dot(there, there));
  }

  std::vector<Vec3> places_;
  std::vector<std::size_t> order_;
  std::vector<int> axis_;  // along which the middle of a part divides it, at the middle's place in order_
};

}  // namespace groundswell
