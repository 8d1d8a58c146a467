// SPDX-License-Identifier: Apache-2.0
#include "boundary/dated_places.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Whether a place has values at all: at the first, the middle or the last date that the run could need; asked
// once for each place.
class AnyDate {
 public:
  AnyDate(const std::vector<DateTime>& dates, const DateTime& start, const DateTime& end,
          const DatedPlaces::HasValues& has)
      : has_(has) {
    const std::ptrdiff_t before = std::ranges::upper_bound(dates, start) - dates.begin() - 1,
                         after = std::ranges::lower_bound(dates, end) - dates.begin();
    first_ = std::size_t(std::max<std::ptrdiff_t>(before, 0));
    last_ = std::min(std::size_t(after), dates.size() - 1);
  }
  bool operator()(std::size_t place) {
    const auto known = known_.find(place);
    if (known != known_.end()) return known->second;
    return known_[place] = has_(place, first_) || has_(place, (first_ + last_) / 2) || has_(place, last_);
  }

 private:
  const DatedPlaces::HasValues& has_;
  std::size_t first_ = 0, last_ = 0;
  std::map<std::size_t, bool> known_;
};

}  // namespace

DatedPlaces::DatedPlaces(const PointSeries& points, const WaveFileSettings& settings,
                         const TargetPlaces& targets, const DateTime& start, const DateTime& end,
                         const HasValues& has) {
  AnyDate any_date(points.dates(), start, end, has);
  stencils_ =
      make_place_stencils(points, targets, settings, [&](std::size_t place) { return any_date(place); });
  std::set<std::size_t> used;
  for (const PlaceStencil& stencil : stencils_)
    for (const StencilPlace& at : stencil) used.insert(at.place);
  places_.assign(used.begin(), used.end());
  // Any place of the files counts, so that all ranks agree; those that are used come first, for they most
  // likely have values.
  const auto missing_at = [&](std::size_t date) -> std::string {
    const auto has_then = [&](std::size_t place) { return has(place, date); };
    if (std::ranges::any_of(places_, has_then)) return "";
    for (std::size_t place = 0; place < points.n_place(); ++place)
      if (has_then(place)) return "";
    return points.layout(0).variable;
  };
  const NeededDates needed = find_needed_dates({"file of waves " + points.name(), points.dates(), missing_at},
                                               {settings.interpolate_gaps, settings.max_gap}, start, end);
  if (!needed.problem.empty()) throw Error(needed.problem);
  dates_ = needed.indices;
  for (const std::size_t date : dates_) check_targets(points, targets, date, has);
}

std::string DatedPlaces::describe_reach(const WaveFileSettings& settings) {
  if (!settings.zero_where_missing) return "";
  return text("; nothing farther than ", settings.max_distance / 1000.0, " km from them");
}

void DatedPlaces::check_targets(const PointSeries& points, const TargetPlaces& targets, std::size_t date,
                                const HasValues& has) const {
  std::set<std::size_t> filled;
  for (const std::size_t place : places_)
    if (has(place, date)) filled.insert(place);
  for (std::size_t target = 0; target < targets.size(); ++target) {
    const PlaceStencil& stencil = stencils_[target];
    const bool any = std::ranges::any_of(
        stencil, [&](const StencilPlace& at) { return at.weight > 0.0 && filled.count(at.place) > 0; });
    require(any || stencil.empty(), "the file of waves ", points.name(), " has no values at ",
            points.dates()[date].iso(), " around the ", targets.name(target),
            ": its places there are missing at that date; give files that have them");
  }
}

}  // namespace groundswell
