// SPDX-License-Identifier: Apache-2.0
// The values that another program gives to a run whose steps it makes: the sources of its quantities of kind
// `coupled`.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "coupling/declared_field.hpp"
#include "model/model_sources.hpp"

namespace groundswell {

class DrivenFields {
 public:
  explicit DrivenFields(const ForcingSettings& forcing);

  const std::vector<DeclaredField>& takes() const { return takes_; }
  // Until begin() is called, all values are without meaning (fill_placeholder).
  ModelSources sources();
  // Copies the values of a field at a date, one array of `n_point` values for each part of its shape. From
  // one such date to the next the field changes linearly; after the last one it is held. A second call for
  // the last date replaces its values. Throws Error for an unknown field, arrays that do not fit, a value
  // that is not finite, and a date before the last one.
  template <class T>
  void set(const std::string& name, const std::vector<std::span<const T>>& parts, std::size_t n_point,
           const DateTime& date);
  // Throws Error if a field has no values at `now` or before.
  void check(const DateTime& now) const;
  // From now on the values of set() are used.
  void begin() { has_begun_ = true; }
  // Forgets values that no date from `now` on needs.
  void forget_before(const DateTime& now);

 private:
  class Source;
  struct Values {
    DateTime date;
    std::vector<std::vector<double>> parts;  // [part][point]
  };
  // Writes the values of a field at a date.
  void write(const std::string& name, const DateTime& date, std::span<const View<float>> out) const;

  ForcingSettings forcing_;
  std::vector<DeclaredField> takes_;
  std::map<std::string, std::deque<Values>> values_;  // by name; of ascending dates
  bool has_begun_ = false;
};

}  // namespace groundswell
