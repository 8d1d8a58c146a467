// SPDX-License-Identifier: Apache-2.0
#include "network/distance_matrix.hpp"

#include <cmath>

#include "base/error.hpp"

namespace groundswell {

DistanceMatrix DistanceMatrix::part(std::span<const int> places) const {
  DistanceMatrix part(int(places.size()));
  for (int a = 0; a < part.size(); ++a)
    for (int b = 0; b < part.size(); ++b)
      part(a, b) = (*this)(places[std::size_t(a)], places[std::size_t(b)]);
  return part;
}

void check_distances(const DistanceMatrix& distances) {
  for (int a = 0; a < distances.size(); ++a)
    for (int b = 0; b < distances.size(); ++b)
      require(a == b || (std::isfinite(distances(a, b)) && distances(a, b) >= 0), "the distance from place ",
              a, " to place ", b, " of the network is ", distances(a, b),
              "; all must be known, 0 or more; probe the network first");
}

}  // namespace groundswell
