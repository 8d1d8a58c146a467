// SPDX-License-Identifier: Apache-2.0
// Means, minima and maxima over the time since a product's previous date, of the values after each step that
// ends in (previous date, date]. Each cell is processed independently and in the order of time, so that
// results do not depend on ranks. Missing values are left out; the result is missing in a cell without any
// value, and at a date without steps (the start of the run). The mean of directions is that of unit vectors.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/schedule.hpp"
#include "exec/array.hpp"
#include "field/field_info.hpp"
#include "field/state_list.hpp"
#include "output/product_list.hpp"

namespace groundswell {

// One statistic on the cells of a rank.
class TimeStatisticValues {
 public:
  TimeStatisticValues(TimeStatistic statistic, bool is_direction, std::size_t n_cell);

  void add(View<const float> values);
  // Computes the result from the values since the last call; the result is kept until the next call.
  void close();
  View<const float> result() const { return {result_.data(), result_.size()}; }
  // Adds the state to a list, under names that begin with `name`.
  void list_state(const std::string& name, StateList& list);

 private:
  void add_mean(View<const float> values);
  void add_direction(View<const float> values);
  void add_extreme(View<const float> values);

  TimeStatistic statistic_;
  bool is_direction_;
  std::vector<float> extreme_;                   // NaN = none yet
  std::vector<double> sum_, other_sum_, count_;  // for means; for directions, sums of cosines and sines
  std::vector<float> result_;
};

class TimeStatistics {
 public:
  // The statistics requested by the products. `fields` lists all fields and their statistics.
  TimeStatistics(const ProductList& products, std::span<const FieldInfo> fields, std::size_t n_cell);

  // The fields whose values are needed after the step that ends at a date, each once.
  std::vector<std::string> sources(const DateTime& now) const;
  // Adds the values of these fields after the step that ends at a date.
  void add(const DateTime& now, const std::function<View<const float>(const std::string&)>& field);
  // At a date of output: computes the statistics of products that are due.
  void close(const DateTime& now);
  // The statistic for a product's field, valid until its next date; empty if the field is not a statistic.
  std::optional<View<const float>> find(std::string_view path, std::string_view name) const;

  void list_state(StateList& list);

 private:
  struct Entry {
    std::string path, name, source;
    Schedule schedule;
    TimeStatisticValues values;
  };

  std::vector<Entry> entries_;
};

}  // namespace groundswell
