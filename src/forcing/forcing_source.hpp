// SPDX-License-Identifier: Apache-2.0
// The one interface through which a quantity reaches the cells, whoever supplies it: a file, a formula,
// another component of a coupled system.
#pragma once

#include <span>
#include <vector>

#include "base/date_time.hpp"
#include "exec/array.hpp"

namespace groundswell {

// The cells that are to be supplied: longitudes and latitudes of their centres [rad], in the local order of a
// rank.
struct ForcingCells {
  std::span<const double> lon, lat;
  std::size_t size() const { return lon.size(); }
};

class ForcingSource {
 public:
  virtual ~ForcingSource() = default;
  // Writes the values at `now` to values[component][cell]: east and north for a vector, one component for a
  // scalar. A cell's values depend on its own place and on `now` alone, never on the rank or the other cells.
  virtual void update(const DateTime& now, std::span<const View<float>> values) = 0;
};

}  // namespace groundswell
