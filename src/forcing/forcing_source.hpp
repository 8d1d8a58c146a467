// SPDX-License-Identifier: Apache-2.0
// The interface that supplies a quantity to the cells, from a file, a formula or another component of a
// coupled system.
#pragma once

#include <span>
#include <vector>

#include "base/date_time.hpp"
#include "exec/array.hpp"

namespace groundswell {

// Longitudes and latitudes [rad] of the centres of the cells to be supplied, in the local order of a rank.
struct ForcingCells {
  std::span<const double> lon, lat;
  std::size_t size() const { return lon.size(); }
};

class ForcingSource {
 public:
  virtual ~ForcingSource() = default;
  // Writes the values at `now` to values[component][cell]: east and north for a vector, one component for a
  // scalar. A cell's values depend on its own position and on `now` alone, never on the rank or other cells.
  virtual void update(const DateTime& now, std::span<const View<float>> values) = 0;
};

}  // namespace groundswell
