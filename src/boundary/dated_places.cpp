// SPDX-License-Identifier: Apache-2.0
#include "boundary/dated_places.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Caches the answer for each place and date, as a query may read from a file.
DatedPlaces::HasValues remember(const DatedPlaces::HasValues& has) {
  return [&has, known = std::map<std::pair<std::size_t, std::size_t>, bool>()](std::size_t place,
                                                                               std::size_t date) mutable {
    const auto [at, is_new] = known.try_emplace({place, date}, false);
    if (is_new) at->second = has(place, date);
    return at->second;
  };
}

// Whether a place has values at all: at the first, the middle or the last date that the run could need.
// Checking all dates of all land points would take too long.
std::function<bool(std::size_t)> at_any_date(const std::vector<DateTime>& dates, const DateTime& start,
                                             const DateTime& end, const DatedPlaces::HasValues& has) {
  const std::ptrdiff_t before = std::ranges::upper_bound(dates, start) - dates.begin() - 1,
                       after = std::ranges::lower_bound(dates, end) - dates.begin();
  const auto first = std::size_t(std::max<std::ptrdiff_t>(before, 0));
  const std::size_t last = std::min(std::size_t(after), dates.size() - 1);
  return [&has, first, last](std::size_t place) {
    return has(place, first) || has(place, (first + last) / 2) || has(place, last);
  };
}

}  // namespace

DatedPlaces::DatedPlaces(const PointSeries& points, const WaveFileSettings& settings,
                         const TargetPlaces& targets, const DateTime& start, const DateTime& end,
                         const HasValues& ask, const std::optional<DateTime>& from) {
  const HasValues has = remember(ask);
  stencils_ = make_place_stencils(points, targets, settings, at_any_date(points.dates(), start, end, has));
  std::set<std::size_t> used;
  for (const PlaceStencil& stencil : stencils_)
    for (const StencilPlace& at : stencil) used.insert(at.place);
  places_.assign(used.begin(), used.end());
  // A date is missing only if no place of the files has a value, so that all ranks agree. The used places are
  // asked first, as they most likely have values.
  const auto missing_at = [&](std::size_t date) -> std::string {
    const auto has_then = [&](std::size_t place) { return has(place, date); };
    if (std::ranges::any_of(places_, has_then)) return "";
    for (std::size_t place = 0; place < points.n_place(); ++place)
      if (has_then(place)) return "";
    return points.layout(0).variable;
  };
  const NeededDates needed =
      find_needed_dates({"file of waves " + points.name(), points.dates(), missing_at},
                        {settings.interpolate_gaps, settings.max_gap}, from.value_or(start), end);
  if (!needed.problem.empty()) throw Error(needed.problem);
  dates_ = needed.indices;
  for (const std::size_t date : dates_) check_targets(points, targets, date, has);
}

std::string DatedPlaces::describe_reach(const WaveFileSettings& settings) {
  if (!settings.zero_where_no_place) return "";
  return text("; nothing farther than ", settings.max_distance / 1000.0, " km from them");
}

std::int64_t DatedPlaces::n_out_of_reach() const {
  return std::ranges::count_if(stencils_, [](const PlaceStencil& stencil) { return stencil.empty(); });
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
            points.dates()[date].iso(), " around the ", targets.name(target), ": the ", stencil.size(),
            stencil.size() == 1 ? " place" : " places",
            " that it takes its waves from are missing at that date; give files that have them");
  }
}

}  // namespace groundswell
