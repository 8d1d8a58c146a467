// SPDX-License-Identifier: Apache-2.0
// A cell's value is a weighted mean of points with fixed weights. So if at another date each point that has a
// value at the first date has a valid value too, the same holds for each cell.
#include "forcing/date_survey.hpp"

#include <algorithm>
#include <cmath>

#include "comm/together.hpp"

namespace groundswell {
namespace {

bool is_missing(const std::vector<std::vector<float>>& points, std::size_t point) {
  return std::ranges::any_of(points, [&](const auto& values) { return std::isnan(values[point]); });
}

bool is_empty(const std::vector<float>& values) {
  return std::ranges::all_of(values, [](float value) { return std::isnan(value); });
}

}  // namespace

DateSurvey::DateSurvey(const LatLonSeries& series, const GridFingerprint& fingerprint,
                       const QuantityNames& names, bool missing_is_zero,
                       std::pair<std::size_t, std::size_t> dates, const Communicator* ranks)
    : series_(series),
      fingerprint_(fingerprint),
      names_(names),
      missing_is_zero_(missing_is_zero),
      first_(dates.first),
      found_(dates.second + 1 - dates.first),
      values_(found_.size()) {
  const auto rank = std::size_t(ranks ? ranks->rank() : 0), n_rank = std::size_t(ranks ? ranks->size() : 1);
  run_together(ranks, [&] {
    for (std::size_t i = rank; i < found_.size(); i += n_rank) found_[i] = look_at(first_ + i);
    series.forget_chunks();  // cached chunks hold whole rows; later reads are of boxes
  });
  if (!ranks) return;
  ranks->sum_in_place(found_);
  ranks->sum_in_place(values_);
}

std::int64_t DateSurvey::look_at(std::size_t index) {
  const Points points = fingerprint_.read(index);
  values_[index - first_] = std::int64_t(fingerprint_.of(points));
  for (int c = 0; c < series_.n_component(); ++c)
    if (is_empty(points[std::size_t(c)]) && !series_.has_values(c, index)) return empty + c;
  for (std::size_t point = 0; point < fingerprint_.rows().size(); ++point)
    if (!is_sound(points, point)) return doubtful;
  return sound;
}

bool DateSurvey::is_sound(const Points& points, std::size_t point) {
  if (is_missing(points, point)) return missing_is_zero_ || may_be_missing(point);
  double value = points[0][point];
  if (points.size() == 2) value = std::sqrt(value * value + double(points[1][point]) * points[1][point]);
  return value >= names_.least && value <= names_.most;
}

// If a component is empty at the first date, the other dates cannot be compared with it.
bool DateSurvey::may_be_missing(std::size_t point) {
  if (missing_at_first_.empty()) {
    const Points points = fingerprint_.read(first_);
    const bool usable = std::ranges::none_of(points, is_empty);
    for (std::size_t i = 0; i < fingerprint_.rows().size(); ++i)
      missing_at_first_.push_back(usable && is_missing(points, i));
  }
  return missing_at_first_[point];
}

std::string DateSurvey::empty_variable(std::size_t index) const {
  if (!was_looked_at(index)) return series_.empty_variable(index);
  const std::int64_t found = found_[index - first_];
  return found >= empty ? series_.variable_name(int(found - empty)) : "";
}

bool DateSurvey::is_doubtful(std::size_t index) const {
  return index == first_ || !was_looked_at(index) || found_[index - first_] == doubtful;
}

std::map<std::size_t, std::uint64_t> DateSurvey::fingerprints() const {
  std::map<std::size_t, std::uint64_t> all;
  for (std::size_t i = 0; i < values_.size(); ++i) all[first_ + i] = std::uint64_t(values_[i]);
  return all;
}

}  // namespace groundswell
