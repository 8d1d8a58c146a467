// SPDX-License-Identifier: Apache-2.0
#include "mesh/place_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace groundswell {

PlaceTree::PlaceTree(std::vector<Vec3> places, double period_x, double period_y)
    : period_x_(period_x),
      period_y_(period_y),
      places_(std::move(places)),
      order_(places_.size()),
      axis_(places_.size(), 0) {
  for (Vec3& place : places_) place = first_image(place);
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  sort_part(0, order_.size());
}

// The image whose coordinates lie between 0 and the period.
Vec3 PlaceTree::first_image(const Vec3& point) const {
  const auto wrapped = [](double x, double period) {
    return period > 0.0 ? x - period * std::floor(x / period) : x;
  };
  return {wrapped(point.x, period_x_), wrapped(point.y, period_y_), point.z};
}

// Divides a part along the axis in which it is longest.
void PlaceTree::sort_part(std::size_t begin, std::size_t end) {
  if (end - begin <= leaf_size) return;
  int axis = 0;
  double longest = -1.0;
  for (int a = 0; a < 3; ++a) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = begin; i < end; ++i) {
      low = std::min(low, along(places_[order_[i]], a));
      high = std::max(high, along(places_[order_[i]], a));
    }
    if (high - low <= longest) continue;
    longest = high - low;
    axis = a;
  }
  const std::size_t middle = (begin + end) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + std::ptrdiff_t(i); };
  std::nth_element(at(begin), at(middle), at(end), [&](std::size_t a, std::size_t b) {
    return along(places_[a], axis) < along(places_[b], axis);
  });
  axis_[middle] = axis;
  sort_part(begin, middle);
  sort_part(middle + 1, end);
}

}  // namespace groundswell
