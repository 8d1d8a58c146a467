// SPDX-License-Identifier: Apache-2.0
// The places and dates of files that supply a run with waves. They are chosen and checked before the first
// step.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "boundary/boundary_settings.hpp"
#include "boundary/place_stencils.hpp"
#include "boundary/point_series.hpp"
#include "boundary/target_places.hpp"
#include "forcing/needed_dates.hpp"

namespace groundswell {

class DatedPlaces {
 public:
  // Whether a place has a value at dates()[date] of the series.
  using HasValues = std::function<bool(std::size_t place, std::size_t date)>;

  // Checks every date that the run needs, or every one from `from` on if the run is resumed. The places are
  // chosen as for the whole run, as far as the files still cover it. Throws Error if a date is missing, if a
  // target has no place with values within reach (unless zero_where_no_place is set), if none of its places
  // has a value at a date, or if a place has an impossible latitude.
  DatedPlaces(const PointSeries& points, const WaveFileSettings& settings, const TargetPlaces& targets,
              const DateTime& start, const DateTime& end, const HasValues& has,
              const std::optional<DateTime>& from = {});

  const std::vector<PlaceStencil>& stencils() const { return stencils_; }  // [target]
  // For reports: "; nothing farther than 60 km from them" if targets may lack a place, otherwise "".
  static std::string describe_reach(const WaveFileSettings& settings);
  // The number of targets without a place within reach.
  std::int64_t n_out_of_reach() const;
  // The places of all stencils, ascending.
  const std::vector<std::size_t>& places() const { return places_; }
  // The dates around `now`, as indices into the dates of the series.
  DateBracket bracket(const PointSeries& points, const DateTime& now) const {
    return find_bracket(points.dates(), dates_, now);
  }

 private:
  void check_targets(const PointSeries& points, const TargetPlaces& targets, std::size_t date,
                     const HasValues& has) const;

  std::vector<PlaceStencil> stencils_;
  std::vector<std::size_t> places_;
  std::vector<std::size_t> dates_;  // the needed dates
};

}  // namespace groundswell
