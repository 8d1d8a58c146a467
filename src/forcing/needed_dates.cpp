// SPDX-License-Identifier: Apache-2.0
#include "forcing/needed_dates.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::int64_t typical_step(const std::vector<DateTime>& dates) {
  std::vector<std::int64_t> steps;
  for (std::size_t i = 1; i < dates.size(); ++i) steps.push_back(dates[i] - dates[i - 1]);
  if (steps.empty()) return 0;
  std::nth_element(steps.begin(), steps.begin() + std::ptrdiff_t(steps.size() / 2), steps.end());
  return steps[steps.size() / 2];
}

struct Dates {
  const DatedSeries& series;
  std::vector<std::string> empty;  // result of missing_at for each date; "?" until looked up
  bool usable(std::size_t i) {
    if (empty[i] == "?") empty[i] = series.missing_at(i);
    return empty[i].empty();
  }
};

// Describes what is wrong with the step from one usable date to the next; returns "" if nothing is.
std::string gap_problem(const Dates& dates, std::size_t before, std::size_t after, std::int64_t step,
                        const DateGaps& gaps) {
  const std::vector<DateTime>& all = dates.series.dates;
  const std::int64_t gap = all[after] - all[before];
  if (2 * gap <= 3 * step || (gaps.interpolate && gap <= gaps.longest)) return "";
  // The first missing date: the one without values, or one step after the last usable date.
  const bool is_empty = before + 1 < after && 2 * (all[before + 1] - all[before]) <= 3 * step;
  const DateTime missing = is_empty ? all[before + 1] : all[before] + step;
  const std::string why = is_empty
                              ? text("variable '", dates.empty[before + 1], "' has no value at that date")
                              : std::string("the file has no such date");
  return text("the ", dates.series.name, " is missing at ", missing.iso(), ": ", why, "; ",
              gaps.interpolate ? text("the gap of ", duration_text(gap), " to ", all[after].iso(),
                                      " is longer than the max_gap of ", duration_text(gaps.longest))
                               : text("set fill_missing_dates: interpolate and max_gap: ", duration_text(gap),
                                      " to bridge the gap to ", all[after].iso()),
              ", or give a file that has this date");
}

}  // namespace

std::pair<std::size_t, std::size_t> find_dates_around(const std::vector<DateTime>& dates,
                                                      const DateTime& start, const DateTime& end) {
  const auto after = std::size_t(std::upper_bound(dates.begin(), dates.end(), start) - dates.begin());
  const auto last = std::size_t(std::lower_bound(dates.begin(), dates.end(), end) - dates.begin());
  return {after == 0 ? 0 : after - 1, std::min(last, dates.size() - 1)};
}

NeededDates find_needed_dates(const DatedSeries& series, const DateGaps& gaps, const DateTime& start,
                              const DateTime& end) {
  const std::vector<DateTime>& all = series.dates;
  const std::int64_t step = typical_step(all);
  Dates dates{series, std::vector<std::string>(all.size(), "?")};
  auto [first, last] = find_dates_around(all, start, end);
  NeededDates out;
  const bool starts_late = all[first] > start, ends_early = all[last] < end;
  // Extends the range outwards to dates with values, so that a gap at either end of the run is bridged like
  // any other.
  while (first > 0 && !dates.usable(first)) --first;
  while (last + 1 < all.size() && !dates.usable(last)) ++last;
  for (std::size_t i = first; i <= last; ++i)
    if (dates.usable(i)) out.indices.push_back(i);
  const auto has = [&](std::size_t i) { return !out.indices.empty() && dates.usable(i); };
  if (starts_late || !has(first)) {
    out.problem = text("the ", series.name, " begins at ", all[first].iso(),
                       has(first) ? "" : " with a date without values",
                       ", after the start of the run; it is missing at ", start.iso(),
                       "; start later or give an earlier file");
  } else if (ends_early || !has(last)) {
    const DateTime final = all[out.indices.back()];
    const std::string missing =
        step > 0 ? "; the first date that is missing is " + (final + step).iso() : std::string();
    out.problem = text("the run ends at ", end.iso(), " but the ", series.name, " ends at ", final.iso(),
                       missing, "; end the run there or give a longer file");
  }
  for (std::size_t k = 1; k < out.indices.size() && out.problem.empty(); ++k)
    out.problem = gap_problem(dates, out.indices[k - 1], out.indices[k], step, gaps);
  return out;
}

std::map<std::int64_t, std::uint64_t> find_fingerprints(
    const std::vector<DateTime>& dates, const DateTime& from, const DateTime& until,
    const std::function<std::vector<std::uint64_t>(const std::vector<std::size_t>&)>& look_at) {
  const auto [first, last] = find_dates_around(dates, from, until);
  std::vector<std::size_t> within(last + 1 - first);
  std::iota(within.begin(), within.end(), first);
  std::map<std::int64_t, std::uint64_t> found;
  const std::vector<std::uint64_t> values = look_at(within);
  for (std::size_t i = 0; i < within.size(); ++i)
    if (values[i] != 0) found[dates[within[i]].seconds()] = values[i];
  return found;
}

DateBracket find_bracket(const std::vector<DateTime>& dates, const std::vector<std::size_t>& needed,
                         const DateTime& now) {
  const auto later = std::upper_bound(needed.begin(), needed.end(), now,
                                      [&](const DateTime& date, std::size_t i) { return date < dates[i]; });
  ensure(later != needed.begin() && (later != needed.end() || dates[needed.back()] == now),
         "values were requested for ", now.iso(), ", outside the run");
  DateBracket out{*(later - 1), later == needed.end() ? *(later - 1) : *later, 0.0};
  const double span = double(dates[out.second] - dates[out.first]);
  if (span > 0.0) out.weight = double(now - dates[out.first]) / span;
  return out;
}

}  // namespace groundswell
