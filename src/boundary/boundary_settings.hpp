// SPDX-License-Identifier: Apache-2.0
// What enters through open boundaries, as plain settings.
#pragma once

#include <string>
#include <vector>

namespace groundswell {

// A JONSWAP sea of cos^n in direction.
struct BoundarySea {
  double height = 2.0;        // [m] significant; 0 = nothing enters
  double period = 10.0;       // [s] peak
  double direction = 270.0;   // [degree] coming from
  double cosine_power = 2.0;  // n of the directional distribution
};

// The sea that enters where an edge lies in a box of longitudes and latitudes [degree], in the plane of x and
// y [m].
struct BoundaryBox {
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
  BoundarySea sea;
};

struct BoundarySettings {
  std::string kind = "absorbing";  // absorbing | jonswap
  BoundarySea sea;                 // jonswap: at open edges that lie in none of the boxes
  std::vector<BoundaryBox> boxes;  // jonswap: the first box with the edge counts
};

}  // namespace groundswell
