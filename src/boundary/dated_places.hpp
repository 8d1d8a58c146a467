// SPDX-License-Identifier: Apache-2.0
// Which places and dates of files a run takes its waves from; chosen and checked before the first step.
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

  // Asks for every date of the run, or from `from` on where it goes on; the choice of places is that of the
  // whole run, as far as the files still have it. Throws Error where a date is missing, a target has no place
  // within reach, or none of its places has a value at a date.
  DatedPlaces(const PointSeries& points, const WaveFileSettings& settings, const TargetPlaces& targets,
              const DateTime& start, const DateTime& end, const HasValues& has,
              const std::optional<DateTime>& from = {});

  const std::vector<PlaceStencil>& stencils() const { return stencils_; }  // [target]
  // "; nothing farther than 60 km from them" where targets may lack a place, for reports.
  static std::string describe_reach(const WaveFileSettings& settings);
  // Of targets without a place within reach.
  std::int64_t n_out_of_reach() const;
  // Of all stencils, ascending.
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
  std::vector<std::size_t> dates_;  // that are needed
};

}  // namespace groundswell
