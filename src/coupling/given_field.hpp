// SPDX-License-Identifier: Apache-2.0
// One field on the processes of its source: the values of a date, or their statistic over a period.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "coupling/coupling_settings.hpp"
#include "coupling/declared_field.hpp"
#include "exec/array.hpp"
#include "field/state_list.hpp"

namespace groundswell {

class GivenField {
 public:
  // Throws Error for a statistic that the shape does not have: sums and extremes are those of numbers.
  GivenField(const CoupledFieldSettings& settings, const DeclaredField& declared, std::size_t n_point);

  GivenField(GivenField&&) = default;

  const DeclaredField& declared() const { return declared_; }
  bool is_statistic() const { return statistic_ != CoupledStatistic::instant; }
  // Takes one sample: a view of `n_point` values for each part of the shape. Throws Error for others, and for
  // a value that is not finite.
  template <class T>
  void put(std::span<const View<const T>> parts);
  // Whether there is something to give.
  bool has_value() const { return n_sample_ > 0; }
  // The bytes of the values that travel, one array for each part of the shape; those of the next period
  // follow.
  std::vector<std::vector<std::byte>> take();

  // Forgets what has been put: the next period begins.
  void begin_anew() { n_sample_ = 0; }

  void list_state(StateList& list, const std::string& name);

 private:
  void add(std::size_t part, std::size_t point, double sample) {
    double& value = values_[part][point];
    value = n_sample_ == 0 ? sample : joined(value, sample);
  }
  double joined(double before, double sample) const;
  bool adds_directions() const { return declared_.shape == FieldShape::direction && is_statistic(); }
  double value_of(std::size_t part, std::size_t point) const;

  DeclaredField declared_;
  CoupledStatistic statistic_;
  std::size_t n_point_;
  std::int64_t n_sample_ = 0;
  // [part][point]; of directions of which the mean is wanted, the parts of unit vectors.
  std::vector<Array<double>> values_;
};

}  // namespace groundswell
