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
  // `period_x` and `period_y` [m] are 0 except in a periodic plane, where each place has images.
  explicit PlaceTree(std::vector<Vec3> places, double period_x = 0.0, double period_y = 0.0);

  // Calls visit(i, way) for every place (and image) whose squared distance from the point is at most
  // `bound()`, which may decrease during the search, and for a few places farther away; `way` is the vector
  // from the point to the place. The bits of `way` do not depend on the other places.
  template <class Bound, class Visit>
  void search(const Vec3& point, Bound&& bound, Visit&& visit) const {
    const Vec3 first = first_image(point);
    const int n_x = period_x_ > 0.0 ? 1 : 0, n_y = period_y_ > 0.0 ? 1 : 0;
    for (int i = -n_x; i <= n_x; ++i)
      for (int j = -n_y; j <= n_y; ++j)
        search_part(0, order_.size(), first + Vec3{i * period_x_, j * period_y_, 0.0}, bound, visit);
  }

 private:
  static constexpr std::size_t leaf_size = 8;
  static double along(const Vec3& place, int axis) {
    return axis == 0 ? place.x : axis == 1 ? place.y : place.z;
  }
  Vec3 first_image(const Vec3& point) const;
  void sort_part(std::size_t begin, std::size_t end);

  // Each part is divided at its middle place.
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
    visit(place, places_[place] - point);
  }

  double period_x_, period_y_;  // [m]
  std::vector<Vec3> places_;    // the first images
  std::vector<std::size_t> order_;
  std::vector<int> axis_;  // the axis along which a part is divided, at the index in order_ of the
                           // part's middle place
};

}  // namespace groundswell
