// SPDX-License-Identifier: Apache-2.0
#include "toys/toy_grid.hpp"

#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Whether a length is a whole number of steps, at least one, up to the rounding of the numbers of a file.
bool is_multiple(double length, double step) {
  const double n = length / step;
  return n > 0.5 && std::abs(n - std::round(n)) < 1e-6 * n;
}

}  // namespace

void ToyGrid::check() const {
  const double width = east - west, height = north - south;
  const auto sides = text("the grid from ", west, " to ", east, " east and ", south, " to ", north, " north");
  require(step > 0.0 && width <= 360.0 && south >= -90.0 && north <= 90.0, sides, " with a step of ", step,
          " degrees is not on the globe; correct its sides and its step");
  require(is_multiple(width, step) && is_multiple(height, step), sides, " is not a whole number of steps of ",
          step, " degrees wide and high; correct its sides or its step");
  require(width / step * (height / step) <= 1e8, sides, " with a step of ", step,
          " degrees has more than 10^8 points; choose a larger step");
}

int ToyGrid::n_lon() const {
  return int(std::lround((east - west) / step));
}
int ToyGrid::n_lat() const {
  return int(std::lround((north - south) / step));
}

}  // namespace groundswell
