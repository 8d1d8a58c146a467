// SPDX-License-Identifier: Apache-2.0
// Numbers for what files say at the places around the targets of all ranks, by date: they differ where the
// values or the places do, and are the same on any number of ranks and for any order and number of files.
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
  // Of the values of a place at a date of the series, both as indices: true where there are any, which are
  // then added to the hash.
  using AddValues = std::function<bool(std::size_t place, std::size_t date, ValuesHash& hash)>;

  explicit PlaceFingerprints(const TargetPlaces& targets);

  // Where a date's values are in memory: looks at the places of this rank's stencils, unless it has done so.
  void look_at(std::size_t date, const PointSeries& points, const std::vector<PlaceStencil>& stencils,
               const AddValues& add);
  // What BoundarySource::find_input says; dates that no file has are left out. Collective.
  InputRecord find_input(const Communicator& ranks, const DateTime& from, const DateTime& until,
                         const PointSeries& points, const std::vector<PlaceStencil>& stencils,
                         const AddValues& add);

 private:
  std::vector<ValuesHash> targets_;
  std::map<std::size_t, std::uint64_t> known_;  // of this rank, by date
};

}  // namespace groundswell
