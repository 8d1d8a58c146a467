// SPDX-License-Identifier: Apache-2.0
#include "run/driven_fields.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include "base/error.hpp"
#include "base/names.hpp"
#include "run/wave_fields.hpp"

namespace groundswell {

class DrivenFields::Source final : public ForcingSource {
 public:
  Source(const DrivenFields& fields, ForcingQuantity quantity)
      : fields_(fields), quantity_(quantity), name_(coupled_name_of(quantity)) {}

  void update(const TimeInterval& interval, const EndValues& values) override {
    if (!fields_.has_begun_) return fill_placeholder(quantity_, values);
    if (!values.begin.empty()) fields_.write(name_, interval.begin, values.begin);
    fields_.write(name_, interval.end, values.end);
  }
  std::string describe() const override { return name_ + " from the program that makes the steps"; }

 private:
  const DrivenFields& fields_;
  ForcingQuantity quantity_;
  std::string name_;
};

DrivenFields::DrivenFields(const ForcingSettings& forcing)
    : forcing_(forcing), takes_(list_wave_takes(forcing)) {
  for (const DeclaredField& field : takes_) values_[field.name];
}

ModelSources DrivenFields::sources() {
  ModelSources sources = make_coupled_sources(forcing_, [this](ForcingQuantity quantity, const LocalMesh&) {
    return std::make_unique<Source>(*this, quantity);
  });
  sources.fail_together = true;
  return sources;
}

template <class T>
void DrivenFields::set(const std::string& name, const std::vector<std::span<const T>>& parts,
                       std::size_t n_point, const DateTime& date) {
  const DeclaredField& field =
      find_named(takes_, name, "the run takes no field '", name, "' (a quantity whose kind is coupled)");
  require(parts.size() == n_part(field.shape), "'", name, "' (a ", name_of(field_shapes, field.shape),
          ") has ", n_part(field.shape), " arrays of values, but was given ", parts.size());
  std::deque<Values>& kept = values_[name];
  require(kept.empty() || date >= kept.back().date, "'", name, "' was given values of ", date.iso(),
          " after those of ", kept.empty() ? "" : kept.back().date.iso(),
          "; give them in the order of dates");
  Values values{date, {}};
  for (const std::span<const T>& part : parts) {
    require(part.size() == n_point, "'", name, "' has ", n_point, " points on this process, but was given ",
            part.size(), " values");
    const auto bad = std::ranges::find_if(part, [](T value) { return !std::isfinite(float(value)); });
    require(bad == part.end(), "'", name, "' of ", date.iso(), " is not a number at point ",
            bad - part.begin(), " of this process");
    values.parts.emplace_back(part.begin(), part.end());
  }
  if (!kept.empty() && kept.back().date == date) kept.pop_back();
  kept.push_back(std::move(values));
}

void DrivenFields::check(const DateTime& now) const {
  for (const DeclaredField& field : takes_) {
    const std::deque<Values>& kept = values_.at(field.name);
    require(!kept.empty() && kept.front().date <= now, "'", field.name, "' has no values of ", now.iso(),
            " or before",
            kept.empty() ? std::string() : text(", the first ones are of ", kept.front().date.iso()),
            "; give some before the run begins");
  }
}

void DrivenFields::forget_before(const DateTime& now) {
  for (auto& [name, kept] : values_)
    while (kept.size() > 1 && kept[1].date <= now) kept.pop_front();
}

void DrivenFields::write(const std::string& name, const DateTime& date,
                         std::span<const View<float>> out) const {
  const std::deque<Values>& kept = values_.at(name);
  const auto next = std::ranges::upper_bound(kept, date, {}, &Values::date);
  ensure(next != kept.begin(), "values of a date that has been forgotten");
  const Values& first = *std::prev(next);
  for (std::size_t part = 0; part < out.size(); ++part) {
    const double* const a = first.parts[part].data();
    const double* const b = next == kept.end() ? a : next->parts[part].data();
    const double share =
        next == kept.end() ? 0.0 : double(date - first.date) / double(next->date - first.date);
    for (std::size_t i = 0; i < out[part].size; ++i)
      out[part][i] = float(share == 0.0 ? a[i] : (1.0 - share) * a[i] + share * b[i]);
  }
}

template void DrivenFields::set(const std::string&, const std::vector<std::span<const float>>&, std::size_t,
                                const DateTime&);
template void DrivenFields::set(const std::string&, const std::vector<std::span<const double>>&, std::size_t,
                                const DateTime&);

}  // namespace groundswell
