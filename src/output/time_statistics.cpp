// SPDX-License-Identifier: Apache-2.0
#include "output/time_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TimeStatisticValues::TimeStatisticValues(TimeStatistic statistic, bool is_direction, std::size_t n_cell)
    : statistic_(statistic), is_direction_(is_direction), result_(n_cell, missing) {
  if (statistic != TimeStatistic::mean) {
    extreme_.assign(n_cell, missing);
    return;
  }
  sum_.assign(n_cell, 0.0);
  count_.assign(n_cell, 0.0);
  if (is_direction) other_sum_.assign(n_cell, 0.0);
}

void TimeStatisticValues::add(View<const float> values) {
  ensure(values.size == result_.size(), "a statistic of ", result_.size(), " cells is given ", values.size,
         " values");
  if (statistic_ != TimeStatistic::mean)
    add_extreme(values);
  else
    is_direction_ ? add_direction(values) : add_mean(values);
}

void TimeStatisticValues::add_mean(View<const float> values) {
  for (std::size_t cell = 0; cell < values.size; ++cell) {
    const bool is_there = !std::isnan(values[cell]);
    sum_[cell] += is_there ? double(values[cell]) : 0.0;
    count_[cell] += is_there ? 1.0 : 0.0;
  }
}

void TimeStatisticValues::add_direction(View<const float> values) {
  for (std::size_t cell = 0; cell < values.size; ++cell) {
    if (std::isnan(values[cell])) continue;
    sum_[cell] += std::cos(double(values[cell]));
    other_sum_[cell] += std::sin(double(values[cell]));
    count_[cell] += 1.0;
  }
}

void TimeStatisticValues::add_extreme(View<const float> values) {
  const bool is_minimum = statistic_ == TimeStatistic::minimum;
  for (std::size_t cell = 0; cell < values.size; ++cell) {
    const float value = values[cell], known = extreme_[cell];
    const bool is_further = is_minimum ? value < known : value > known;
    if (std::isnan(known) || is_further) extreme_[cell] = value;
  }
}

void TimeStatisticValues::close() {
  if (statistic_ != TimeStatistic::mean) {
    result_ = extreme_;
    std::ranges::fill(extreme_, missing);
    return;
  }
  for (std::size_t cell = 0; cell < result_.size(); ++cell) {
    const double mean = is_direction_ ? std::atan2(other_sum_[cell], sum_[cell]) : sum_[cell] / count_[cell];
    result_[cell] = count_[cell] > 0.0 ? float(mean) : missing;
  }
  for (std::vector<double>* sums : {&sum_, &other_sum_, &count_}) std::ranges::fill(*sums, 0.0);
}

void TimeStatisticValues::list_state(const std::string& name, StateList& list) {
  if (statistic_ != TimeStatistic::mean)
    return list.add_cells(name, View<float>{extreme_.data(), extreme_.size()});
  const auto add = [&](const char* ending, std::vector<double>& values) {
    list.add_cells(name + ending, View<double>{values.data(), values.size()});
  };
  add("_sum", sum_);
  if (is_direction_) add("_other_sum", other_sum_);
  add("_count", count_);
}

TimeStatistics::TimeStatistics(const ProductList& products, std::span<const FieldInfo> fields,
                               std::size_t n_cell) {
  for (const auto& product : products)
    for (const std::string& name : product->fields()) {
      const auto info = std::ranges::find(fields, name, &FieldInfo::name);
      if (info == fields.end() || info->statistic == TimeStatistic::none) continue;
      entries_.push_back({product->path(),
                          name,
                          std::string(info->source),
                          product->schedule(),
                          {info->statistic, info->form == FileForm::from_direction, n_cell}});
    }
}

std::vector<std::string> TimeStatistics::sources(const DateTime& now) const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_)
    if (entry.schedule.is_before_due(now) && std::ranges::find(names, entry.source) == names.end())
      names.push_back(entry.source);
  return names;
}

void TimeStatistics::add(const DateTime& now,
                         const std::function<View<const float>(const std::string&)>& field) {
  for (Entry& entry : entries_)
    if (entry.schedule.is_before_due(now)) entry.values.add(field(entry.source));
}

void TimeStatistics::close(const DateTime& now) {
  for (Entry& entry : entries_)
    if (entry.schedule.due(now)) entry.values.close();
}

std::optional<View<const float>> TimeStatistics::find(std::string_view path, std::string_view name) const {
  for (const Entry& entry : entries_)
    if (entry.path == path && entry.name == name) return entry.values.result();
  return {};
}

void TimeStatistics::list_state(StateList& list) {
  for (Entry& entry : entries_)
    entry.values.list_state(std::filesystem::path(entry.path).stem().string() + "_" + entry.name, list);
}

}  // namespace groundswell
