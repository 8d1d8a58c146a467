// SPDX-License-Identifier: Apache-2.0
// Surveys the dates of a run before its first step: each date is examined by one rank only, on the grid
// rather than in the cells of the ranks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "forcing/grid_fingerprint.hpp"
#include "forcing/lat_lon_series.hpp"

namespace groundswell {

class DateSurvey {
 public:
  // Examines the dates with the indices dates.first to dates.second, in the rows of the fingerprint. A point
  // may be missing at all dates if it is missing at the first, or if `missing_is_zero`. Collective, with one
  // error for all ranks; `ranks` is null for a single rank. The references must outlive this object.
  DateSurvey(const LatLonSeries& series, const GridFingerprint& fingerprint, const QuantityNames& names,
             bool missing_is_zero, std::pair<std::size_t, std::size_t> dates, const Communicator* ranks);

  // The variable of the first component that has no value at all at a date, or "". Reads the date if it was
  // not surveyed.
  std::string empty_variable(std::size_t index) const;
  // Whether some cell may lack a value at a date, or have an impossible one, although all cells have valid
  // ones at the first date; true for the first date itself and for dates that were not surveyed.
  bool is_doubtful(std::size_t index) const;
  // Fingerprints of the values of each surveyed date, by index (GridFingerprint::of).
  std::map<std::size_t, std::uint64_t> fingerprints() const;

 private:
  using Points = GridFingerprint::Points;
  enum Finding : std::int64_t { sound, doubtful, empty };  // empty + the index of the component

  std::int64_t look_at(std::size_t index);
  bool is_sound(const Points& points, std::size_t point);
  bool may_be_missing(std::size_t point);
  bool was_looked_at(std::size_t index) const { return index - first_ < found_.size(); }

  const LatLonSeries& series_;
  const GridFingerprint& fingerprint_;
  const QuantityNames& names_;
  bool missing_is_zero_;
  std::size_t first_;
  std::vector<std::int64_t> found_;     // the finding at each date from first_ on
  std::vector<std::int64_t> values_;    // fingerprints of these dates
  std::vector<bool> missing_at_first_;  // empty until needed
};

}  // namespace groundswell
