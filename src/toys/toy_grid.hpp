// SPDX-License-Identifier: Apache-2.0
// The longitude-latitude grid of a toy component: boxes between meridians and parallels, each with a point in
// its middle. A process holds a block of whole rows; points are numbered with longitude fastest, from the
// south-western one.
#pragma once

#include "base/constants.hpp"

namespace groundswell {

struct ToyGrid {
  double west = 0.0, east = 360.0, south = -60.0,
         north = 60.0;  // [degree] sides, between which the boxes lie
  double step = 1.0;    // [degree] between points

  // Throws Error, naming the sides, if the grid is not on the globe or not a whole number of steps wide and
  // high, or if it has no points or more than 10^8.
  void check() const;

  int n_lon() const;
  int n_lat() const;
  bool full_circle() const { return east - west > 360.0 - 0.5 * step; }
  // [rad] of a column and a row of points; halves lie on the sides of the boxes.
  double lon(double column) const { return (west + (column + 0.5) * step) * degree; }
  double lat(double row) const { return (south + (row + 0.5) * step) * degree; }
};

}  // namespace groundswell
