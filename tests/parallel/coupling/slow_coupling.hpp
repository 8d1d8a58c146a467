// SPDX-License-Identifier: Apache-2.0
// Random sets of small components that exchange fields, and a slow serial reference of all their values: by
// the definitions in coupling_settings.hpp alone, a value is asked for, which asks for the state of its
// source at its date, which asks for what that component has used in the step before.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "coupling/declared_field.hpp"
#include "slow_regridding.hpp"
#include "support/random_coupling.hpp"

namespace groundswell::test {

using Values = std::vector<double>;  // at all points of the grid
using Parts = std::vector<Values>;   // of a field

inline double fraction(double x) {
  return x - std::floor(x);
}
// A number in 0 to 1 that looks random.
inline double noise(std::int64_t a, std::int64_t b, std::int64_t c = 0) {
  std::uint64_t x = std::uint64_t(a) * 0x9e3779b97f4a7c15u + std::uint64_t(b) * 0xbf58476d1ce4e5b9u +
                    std::uint64_t(c) * 0x94d049bb133111ebu;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 32)) * 0x94d049bb133111ebu;
  return double((x ^ (x >> 29)) >> 11) * 0x1p-53;
}

struct CoupledSet {
  RandomJob job;
  std::vector<FieldShape> shapes;  // of the fields
  std::vector<int> value_bytes;
  std::vector<double> factors;        // from what is given to what is taken: 1, or 1000 (km to m)
  std::vector<GridWeights> matrices;  // for the kind `matrix`
  std::vector<CouplingGrid> grids;    // of the components

  std::size_t n_point(int component) const { return grids[std::size_t(component)].n_point(); }
  int source(int f) const { return job.fields[std::size_t(f)].source; }
  int target(int f) const { return job.fields[std::size_t(f)].target; }
  SlowRows rows(int f) const {
    return slow_rows(field(f).regridding, grids[std::size_t(source(f))], grids[std::size_t(target(f))],
                     matrices[std::size_t(f)]);
  }
  void add_field(const RandomField& field, FieldShape shape, int bytes) {
    job.fields.push_back(field);
    shapes.push_back(shape);
    value_bytes.push_back(bytes);
    factors.push_back(1.0);
    matrices.emplace_back();
  }

  const CoupledFieldSettings& field(int f) const { return job.fields[std::size_t(f)].settings; }
  std::int64_t step(int component) const { return job.components[std::size_t(component)].steps.step; }
  std::int64_t end(int component) const { return job.components[std::size_t(component)].steps.end; }
};

// --- The components ---

inline double state_at_start(int component, std::int64_t point) {
  return noise(component, point, -1);
}

// A component's state after a step, or at its start, from that before and what it has taken.
inline double next_state(double before, int component, std::int64_t point, std::int64_t date, double taken) {
  return fraction(0.5 * before + taken + noise(component, point, date));
}

// How a value that is taken counts; called in the order of fields and parts.
inline double share_of_taken(int field, std::size_t part, double value) {
  return (0.25 + 0.0625 * field + 0.5 * double(part)) * value;
}

inline double given_at(const CoupledSet& set, int field, std::size_t part, double state) {
  if (set.shapes[std::size_t(field)] == FieldShape::direction) return 6.0 * (state - 0.5);
  return (1.0 + field) * state - 3.0 * double(part);
}

// The date in a step at which a field is taken.
inline std::int64_t date_of_taking(const CoupledSet& set, int component, int field, std::int64_t begin) {
  return begin + std::int64_t(noise(component, field, begin) * double(set.step(component) + 1));
}

// --- The reference ---

struct WaitsForever {};
struct NeedsFirst {};

class SlowCoupling {
 public:
  explicit SlowCoupling(const CoupledSet& set) : set_(set) {
    for (int f = 0; f < int(set.job.fields.size()); ++f) rows_.push_back(set.rows(f).rows);
  }

  // Throws WaitsForever or NeedsFirst if the job cannot end whatever its slots.
  void compute_all() {
    for (int f = 0; f < int(set_.job.fields.size()); ++f) check_first(f);
    for (int c = 0; c < int(set_.job.components.size()); ++c) state(c, set_.end(c));
  }

  // What the target of a field uses at `date`, in the step that begins at `begin`.
  const Parts& used(int f, std::int64_t begin, std::int64_t date) {
    const auto [known, is_new] = used_.try_emplace({f, begin, date});
    if (is_new) known->second = find_used(f, begin, date);
    return known->second;
  }

 private:
  std::int64_t due(int f, std::int64_t k) const { return set_.field(f).offset + k * set_.field(f).period; }
  std::size_t n_part_of(int f) const { return n_part(set_.shapes[std::size_t(f)]); }

  const Values& state(int c, std::int64_t date) {
    const std::pair key(c, date);
    if (const auto known = states_.find(key); known != states_.end()) return known->second;
    if (!begun_.insert(key).second) throw WaitsForever{};
    return states_[key] = find_state(c, date);
  }

  Values find_state(int c, std::int64_t date) {
    Values values(set_.n_point(c));
    if (date == 0) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = state_at_start(c, std::int64_t(i));
      if (set_.job.components[std::size_t(c)].takes_before_first_give) change(values, c, 0);
      return values;
    }
    values = state(c, date - set_.step(c));
    change(values, c, date - set_.step(c));
    return values;
  }

  void change(Values& values, int c, std::int64_t begin) {
    Values taken(values.size());
    for (int f = 0; f < int(set_.job.fields.size()); ++f) {
      if (set_.job.fields[std::size_t(f)].target != c) continue;
      const Parts& parts = used(f, begin, date_of_taking(set_, c, f, begin));
      for (std::size_t part = 0; part < parts.size(); ++part)
        for (std::size_t i = 0; i < values.size(); ++i) taken[i] += share_of_taken(f, part, parts[part][i]);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = next_state(values[i], c, std::int64_t(i), begin, taken[i]);
  }

  // The number of the newest value due up to a date.
  std::int64_t newest(int f, std::int64_t date) const {
    std::int64_t k = -1000;
    while (due(f, k + 1) <= date) ++k;
    return k;
  }

  bool is_never_given(int f, std::int64_t k) const {
    const CoupledFieldSettings& s = set_.field(f);
    const std::int64_t earliest = s.statistic == CoupledStatistic::instant ? 0 : s.period;
    return k < 0 || due(f, k) - s.lag < earliest;
  }

  void check_first(int f) const {
    const int target = set_.job.fields[std::size_t(f)].target;
    for (std::int64_t a = 0; a < set_.end(target) && !set_.field(f).first; a += set_.step(target))
      if (is_never_given(f, newest(f, a) + (set_.field(f).use == CoupledUse::next ? 1 : 0)))
        throw NeedsFirst{};
  }

  Parts find_used(int f, std::int64_t begin, std::int64_t date) {
    const std::int64_t k = newest(f, begin);
    const CoupledUse use = set_.field(f).use;
    if (use == CoupledUse::previous) return value(f, k);
    if (use == CoupledUse::next) return value(f, k + 1);
    Parts a = value(f, k), b = value(f, k + 1);
    const double weight = double(date - due(f, k)) / double(due(f, k + 1) - due(f, k));
    for (std::size_t part = 0; part < a.size(); ++part)
      for (std::size_t i = 0; i < a[part].size(); ++i)
        a[part][i] = between(f, a[part][i], b[part][i], weight);
    return a;
  }

  double between(int f, double a, double b, double weight) const {
    if (weight == 0.0) return a;
    if (weight == 1.0) return b;
    if (set_.shapes[std::size_t(f)] == FieldShape::direction)
      return std::atan2((1.0 - weight) * std::sin(a) + weight * std::sin(b),
                        (1.0 - weight) * std::cos(a) + weight * std::cos(b));
    return (1.0 - weight) * a + weight * b;
  }

  Parts value(int f, std::int64_t k) {
    const CoupledFieldSettings& s = set_.field(f);
    const std::int64_t at = due(f, k) - s.lag;
    const bool is_instant = s.statistic == CoupledStatistic::instant;
    if (is_never_given(f, k))
      return Parts(n_part_of(f), Values(set_.n_point(set_.target(f)), s.first.value()));
    const int source = set_.source(f);
    std::vector<const Values*> states;
    for (std::int64_t d = is_instant ? at : at - s.period + 1; d <= at; ++d)
      if (d % set_.step(source) == 0) states.push_back(&state(source, d));
    Parts parts(n_part_of(f), Values(set_.n_point(source)));
    for (std::size_t part = 0; part < parts.size(); ++part)
      for (std::size_t i = 0; i < parts[part].size(); ++i) {
        Values samples;
        for (const Values* const values : states) samples.push_back(given_at(set_, f, part, (*values)[i]));
        const double result = statistic_of(f, samples);
        parts[part][i] = (set_.value_bytes[std::size_t(f)] == 4 ? double(float(result)) : result) *
                         set_.factors[std::size_t(f)];
      }
    return regridded(f, parts);
  }

  Parts regridded(int f, const Parts& given) const {
    Parts out(given.size());
    for (std::size_t part = 0; part < given.size(); ++part)
      for (const SlowRow& row : rows_[std::size_t(f)]) out[part].push_back(regridded(f, row, given[part]));
    return out;
  }
  double regridded(int f, const SlowRow& row, const Values& given) const {
    if (!row.is_used) return 0.0;
    if (row.entries.empty()) return set_.field(f).regridding.value;
    if (row.is_copy) return given[std::size_t(row.entries[0].column)];
    double sum = 0.0, east = 0.0, north = 0.0;
    for (const auto& [point, weight] : row.entries) {
      const double value = given[std::size_t(point)];
      sum += weight * value, east += weight * std::cos(value), north += weight * std::sin(value);
    }
    return set_.shapes[std::size_t(f)] == FieldShape::direction ? std::atan2(north, east) : sum;
  }

  double statistic_of(int f, const Values& samples) const {
    const CoupledStatistic statistic = set_.field(f).statistic;
    if (statistic == CoupledStatistic::instant) return samples.at(0);
    if (statistic == CoupledStatistic::minimum) return *std::ranges::min_element(samples);
    if (statistic == CoupledStatistic::maximum) return *std::ranges::max_element(samples);
    double sum = 0.0, east = 0.0, north = 0.0;
    for (const double sample : samples) sum += sample, east += std::cos(sample), north += std::sin(sample);
    if (set_.shapes[std::size_t(f)] == FieldShape::direction) return std::atan2(north, east);
    return statistic == CoupledStatistic::sum ? sum : sum / double(samples.size());
  }

  const CoupledSet& set_;
  std::vector<std::vector<SlowRow>> rows_;  // of the fields
  std::map<std::pair<int, std::int64_t>, Values> states_;
  std::set<std::pair<int, std::int64_t>> begun_;
  std::map<std::tuple<int, std::int64_t, std::int64_t>, Parts> used_;
};

}  // namespace groundswell::test
