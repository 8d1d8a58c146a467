// SPDX-License-Identifier: Apache-2.0
// Finds the nearest point of a source grid.
#pragma once

#include <cstdint>
#include <vector>

#include "coupling/whole_grid.hpp"
#include "mesh/place_tree.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

class NearestSearch {
 public:
  // Precondition: a point of the grid is in use.
  explicit NearestSearch(const WholeGrid& source);

  // The nearest point in use; of several at the same distance (but for rounding), the one of the lowest
  // index.
  std::int64_t find(const Vec3& place) const;

 private:
  std::vector<std::int64_t> points_;  // those in use
  PlaceTree tree_;
  double rounding_;  // a distance that is as good as 0
};

}  // namespace groundswell
