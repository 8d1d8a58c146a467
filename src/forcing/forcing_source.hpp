// SPDX-License-Identifier: Apache-2.0
// The interface that supplies a quantity to the cells, from a file, a formula or another component of a
// coupled system.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "files/input_record.hpp"

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
  // What its files hold at the dates of which values between `from` and `until` are made, as far as they have
  // them; nothing where it needs no files. Its role is left to the caller. Throws Error on all `ranks`, or on
  // one alone where they are null. Collective.
  virtual std::optional<InputRecord> find_input(const DateTime& from, const DateTime& until,
                                                const Communicator* ranks) {
    static_cast<void>(from), static_cast<void>(until), static_cast<void>(ranks);
    return {};
  }
};

}  // namespace groundswell
