// SPDX-License-Identifier: Apache-2.0
#include "field/field_info.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/constants.hpp"

namespace groundswell {
namespace {

struct StatisticKind {
  TimeStatistic statistic;
  std::string_view name, ending, words;
};
constexpr StatisticKind statistic_kinds[] = {
    {TimeStatistic::mean, "mean", "_mean", ", mean of the time since the date before"},
    {TimeStatistic::minimum, "minimum", "_min", ", smallest in the time since the date before"},
    {TimeStatistic::maximum, "maximum", "_max", ", largest in the time since the date before"},
};

double wrapped_degrees(double degrees) {
  const double wrapped = degrees - 360.0 * std::floor(degrees / 360.0);
  return wrapped >= 360.0 ? 0.0 : wrapped;
}

}  // namespace

FieldsWithStatistics::FieldsWithStatistics(const std::vector<FieldInfo>& fields) {
  for (const FieldInfo& info : fields) {
    fields_.push_back(info);
    for (const StatisticKind& kind : statistic_kinds)
      if (info.has_extremes() || kind.statistic == TimeStatistic::mean)
        add(info, kind.statistic, kind.ending, kind.words);
  }
}

std::string_view FieldsWithStatistics::keep(std::string_view words, std::string_view more) {
  return texts_.emplace_back(std::string(words) + std::string(more));
}

void FieldsWithStatistics::add(FieldInfo info, TimeStatistic statistic, std::string_view ending,
                               std::string_view words) {
  info.statistic = statistic;
  info.source = info.name;
  info.name = keep(info.name, ending);
  info.long_name = keep(info.long_name, words);
  if (!info.other_part.empty()) info.other_part = keep(info.other_part, ending);
  fields_.push_back(info);
}

std::string_view name_of(TimeStatistic statistic) {
  const auto kind = std::ranges::find(statistic_kinds, statistic, &StatisticKind::statistic);
  return kind == std::end(statistic_kinds) ? "" : kind->name;
}

double nautical_from_direction(double towards) {
  return wrapped_degrees(270.0 - towards / degree);
}

double nautical_to_direction(double towards) {
  return wrapped_degrees(90.0 - towards / degree);
}

double towards_direction(double nautical_from) {
  return wrapped_degrees(270.0 - nautical_from) * degree;
}

void to_file_values(const FieldInfo& info, View<float> values) {
  for (float& value : values) {
    if (std::isnan(value))
      value = file_fill_value;
    else if (info.form == FileForm::from_direction)
      value = float(nautical_from_direction(value)) < 360.0f ? float(nautical_from_direction(value)) : 0.0f;
    else if (info.form == FileForm::degrees)
      value = float(value / degree);
  }
}

}  // namespace groundswell
