// SPDX-License-Identifier: Apache-2.0
#include "coupling/given_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"

namespace groundswell {

GivenField::GivenField(const CoupledFieldSettings& settings, const DeclaredField& declared,
                       std::size_t n_point)
    : declared_(declared), statistic_(settings.statistic), n_point_(n_point) {
  const std::size_t n = adds_directions() ? 2 : n_part(declared.shape);
  for (std::size_t part = 0; part < n; ++part) values_.emplace_back(n_point);
}

double GivenField::joined(double before, double sample) const {
  switch (statistic_) {
    case CoupledStatistic::instant:
      return sample;
    case CoupledStatistic::minimum:
      return std::min(before, sample);
    case CoupledStatistic::maximum:
      return std::max(before, sample);
    default:
      return before + sample;
  }
}

template <class T>
void GivenField::put(std::span<const View<const T>> parts) {
  require(parts.size() == n_part(declared_.shape), "'", declared_.name, "' is a ",
          name_of(field_shapes, declared_.shape), " and has ", n_part(declared_.shape),
          " part(s), but was put with ", parts.size());
  for (const View<const T>& part : parts)
    require(part.size == n_point_, "'", declared_.name, "' was put with ", part.size, " values, but the ",
            "component has ", n_point_, " points on this process");
  for (std::size_t i = 0; i < n_point_; ++i) {
    for (const View<const T>& part : parts)
      require(std::isfinite(part[i]), "'", declared_.name, "' is ", part[i], " at local point ", i,
              ", counted from 0; give numbers at all points, also at those that are not in use");
    if (adds_directions()) {
      add(0, i, std::cos(double(parts[0][i])));
      add(1, i, std::sin(double(parts[0][i])));
    } else {
      for (std::size_t part = 0; part < parts.size(); ++part) add(part, i, double(parts[part][i]));
    }
  }
  ++n_sample_;
}
template void GivenField::put(std::span<const View<const float>>);
template void GivenField::put(std::span<const View<const double>>);

double GivenField::value_of(std::size_t part, std::size_t point) const {
  if (adds_directions()) return std::atan2(values_[1][point], values_[0][point]);
  return statistic_ == CoupledStatistic::mean ? values_[part][point] / double(n_sample_)
                                              : values_[part][point];
}

std::vector<std::vector<std::byte>> GivenField::take() {
  ensure(has_value(), "a field without a value is given");
  std::vector<std::vector<std::byte>> travelling;
  const auto write = [&]<class T>(std::size_t part, T) {
    std::vector<std::byte>& bytes = travelling.emplace_back(n_point_ * sizeof(T));
    for (std::size_t i = 0; i < n_point_; ++i) {
      const T value = T(value_of(part, i));
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  };
  for (std::size_t part = 0; part < n_part(declared_.shape); ++part)
    declared_.value_bytes == 4 ? write(part, float{}) : write(part, double{});
  n_sample_ = 0;
  return travelling;
}

void GivenField::list_state(StateList& list, const std::string& name) {
  if (!is_statistic()) return;
  list.add(name + "_n_sample", n_sample_);
  for (std::size_t part = 0; part < values_.size(); ++part)
    list.add_cells(name + "_samples_" + std::to_string(part), values_[part].view());
}

}  // namespace groundswell
