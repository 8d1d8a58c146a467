// SPDX-License-Identifier: Apache-2.0
// Fingerprints, by date, of the files' values at the places around the targets of all ranks: they change with
// the values or the places, and are the same on any number of ranks and for any order and number of files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "boundary/place_stencils.hpp"
#include "boundary/point_series.hpp"
#include "boundary/target_places.hpp"
#include "comm/communicator.hpp"
#include "files/input_record.hpp"

namespace groundswell {

class PlaceFingerprints {
 public:
  // Adds the values of a place at a date of the series (both as indices) to the hash; returns whether there
  // are any.
  using AddValues = std::function<bool(std::size_t place, std::size_t date, ValuesHash& hash)>;

  explicit PlaceFingerprints(const TargetPlaces& targets);

  // Called when a date's values are in memory: hashes the places of this rank's stencils, unless this has
  // already been done.
  void look_at(std::size_t date, const PointSeries& points, const std::vector<PlaceStencil>& stencils,
               const AddValues& add);
  // Implements BoundarySource::find_input; dates that no file has are left out. Collective.
  InputRecord find_input(const Communicator& ranks, const DateTime& from, const DateTime& until,
                         const PointSeries& points, const std::vector<PlaceStencil>& stencils,
                         const AddValues& add);

 private:
  std::vector<ValuesHash> targets_;
  std::map<std::size_t, std::uint64_t> known_;  // of this rank, by date
};

}  // namespace groundswell
