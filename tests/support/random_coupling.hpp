// SPDX-License-Identifier: Apache-2.0
// Random jobs of components that exchange fields, and a slow simulation of who waits for whom that lists
// everything that each component does at each of its dates and searches for all values one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "coupling/coupling_simulation.hpp"

namespace groundswell::test {

inline constexpr std::int64_t forever = std::numeric_limits<std::int64_t>::max();

struct RandomField {
  CoupledFieldSettings settings;
  int source = 0, target = 0;
};

struct RandomJob {
  std::vector<SimulatedComponent> components;
  std::vector<RandomField> fields;
  int n_slot = 1;
};

// --- The slow simulation ---

enum class What { give, take, end };

struct Action {
  std::int64_t date = 0;
  What what = What::give;
  std::pair<int, int> pair;              // give: source and target
  std::vector<FieldExchange> exchanges;  // what is given, or the given values that are used
};

class SlowSimulation {
 public:
  explicit SlowSimulation(const RandomJob& job) : job_(job), next_(job.components.size()) {
    for (int f = 0; f < int(job.fields.size()); ++f) {
      const std::pair pair(job.fields[f].source, job.fields[f].target);
      if (std::ranges::find(pairs_, pair) == pairs_.end()) pairs_.push_back(pair);
      given_.push_back(list_given(f));
    }
    for (int c = 0; c < int(job.components.size()); ++c) actions_.push_back(list_actions(c));
  }

  // Returns whether all components end.
  bool run() {
    while (true) {
      int chosen = -1;
      for (int c = 0; c < int(next_.size()); ++c)
        if (!ended(c) && can_act(c) && (chosen < 0 || date(c) < date(chosen))) chosen = c;
      if (chosen < 0) break;
      const Action& action = actions_[chosen][next_[chosen]++];
      if (action.what == What::give)
        for (const FieldExchange& e : action.exchanges)
          order.push_back(e), arrived_.insert({e.field, e.number});
    }
    for (int c = 0; c < int(next_.size()); ++c)
      if (!ended(c)) return false;
    return true;
  }

  bool ended(int c) const { return next_[c] == actions_[c].size(); }
  std::int64_t date(int c) const { return actions_[c][next_[c]].date; }

  std::vector<FieldExchange> order;

 private:
  std::int64_t due(int f, int k) const {
    return job_.fields[f].settings.offset + k * job_.fields[f].settings.period;
  }
  std::int64_t at_source(int f, int k) const { return due(f, k) - job_.fields[f].settings.lag; }

  std::set<int> used_at(int f, std::int64_t date) const {
    int k = -200;
    while (due(f, k + 1) <= date) ++k;
    switch (job_.fields[f].settings.use) {
      case CoupledUse::previous:
        return {k};
      case CoupledUse::next:
        return {k + 1};
      default:
        return {k, k + 1};
    }
  }

  std::set<int> list_given(int f) const {
    const auto& [settings, source, target] = job_.fields[f];
    std::set<int> used, given;
    const StepDates& steps = job_.components[target].steps;
    for (std::int64_t a = 0; a < steps.end; a += steps.step) used.merge(used_at(f, a));
    const std::int64_t earliest = settings.statistic == CoupledStatistic::instant ? 0 : settings.period;
    const std::int64_t both = std::min(steps.end, job_.components[source].steps.end);
    for (int k = std::max(0, *used.begin()); k < 2000; ++k)
      if (at_source(f, k) >= earliest && (k <= *used.rbegin() || at_source(f, k) <= both)) given.insert(k);
    return given;
  }

  std::vector<Action> list_actions(int c) const {
    const SimulatedComponent& component = job_.components[c];
    std::vector<Action> actions;
    for (std::int64_t d = 0; d <= component.steps.end; d += component.steps.step) {
      std::vector<Action> gives = list_gives(c, d), takes = list_takes(c, d);
      const bool takes_first = d == 0 && component.takes_before_first_give;
      actions.insert(actions.end(), takes_first ? takes.begin() : gives.begin(),
                     takes_first ? takes.end() : gives.end());
      actions.insert(actions.end(), takes_first ? gives.begin() : takes.begin(),
                     takes_first ? gives.end() : takes.end());
    }
    return actions;
  }

  std::vector<Action> list_gives(int c, std::int64_t d) const {
    std::vector<Action> gives;
    for (const std::pair<int, int>& pair : pairs_) {
      Action give{d, What::give, pair, {}};
      for (int f = 0; f < int(job_.fields.size()); ++f)
        if (pair == std::pair(job_.fields[f].source, job_.fields[f].target))
          for (const int k : given_[f])
            if (at_source(f, k) == d) give.exchanges.push_back({f, k});
      if (pair.first == c && !give.exchanges.empty()) gives.push_back(give);
    }
    return gives;
  }

  // At the end, all that is given.
  std::vector<Action> list_takes(int c, std::int64_t d) const {
    const StepDates& steps = job_.components[c].steps;
    Action take{d, d < steps.end ? What::take : What::end, {}, {}};
    bool changes = d == 0 || d == steps.end;
    for (int f = 0; f < int(job_.fields.size()); ++f) {
      if (job_.fields[f].target != c) continue;
      for (const int k : d < steps.end ? used_at(f, d) : given_[f])
        if (given_[f].contains(k)) take.exchanges.push_back({f, k});
      if (d > 0) changes = changes || used_at(f, d) != used_at(f, d - steps.step);
    }
    return changes ? std::vector{take} : std::vector<Action>{};
  }

  bool can_act(int c) const {
    const Action& action = actions_[c][next_[c]];
    if (action.what != What::give)
      return std::ranges::all_of(action.exchanges, [&](const FieldExchange& e) {
        return arrived_.contains({e.field, e.number});
      });
    std::set<std::int64_t> not_received;
    const std::int64_t received = received_until(action.pair);
    for (const auto& [f, k] : arrived_)
      if (action.pair == std::pair(job_.fields[f].source, job_.fields[f].target) &&
          at_source(f, int(k)) > received)
        not_received.insert(at_source(f, int(k)));
    return int(not_received.size()) < job_.n_slot;
  }

  // The target receives up to its own date, and what it has used or waits for.
  std::int64_t received_until(const std::pair<int, int>& pair) const {
    const int c = pair.second;
    if (ended(c) || actions_[c][next_[c]].what == What::end) return forever;
    std::int64_t until = date(c);
    for (std::size_t i = 0; i <= next_[c]; ++i)
      for (const auto& [f, k] : actions_[c][i].exchanges)
        if (actions_[c][i].what == What::take && job_.fields[f].source == pair.first)
          until = std::max(until, at_source(f, int(k)));
    return until;
  }

  const RandomJob& job_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<std::set<int>> given_;
  std::vector<std::vector<Action>> actions_;
  std::vector<std::size_t> next_;
  std::set<std::pair<int, std::int64_t>> arrived_;
};

// --- Random jobs ---

class RandomJobs {
 public:
  explicit RandomJobs(unsigned seed, std::vector<std::int64_t> ends = {66, 72, 72, 72, 216},
                      int most_components = 4)
      : random_(seed), ends_(std::move(ends)), most_components_(most_components) {}

  RandomJob make() {
    RandomJob job;
    const int n = below(most_components_ - 1) + 2;
    for (int c = 0; c < n; ++c) {
      const std::int64_t step = std::vector{1, 2, 3}[std::size_t(below(3))];
      job.components.push_back({{step, ends_[std::size_t(below(int(ends_.size())))]}, below(3) == 0});
    }
    job.n_slot = below(4) + 1;
    const int n_field = below(7) + 1;
    for (int f = 0; f < n_field; ++f) {
      RandomField field = make_field(job.components);
      if (ends_in_time(field, job.components)) job.fields.push_back(field);
    }
    return job;
  }

 private:
  int below(int limit) { return int(random_() % unsigned(limit)); }

  RandomField make_field(const std::vector<SimulatedComponent>& components) {
    RandomField field;
    field.source = below(int(components.size()));
    field.target = (field.source + 1 + below(int(components.size()) - 1)) % int(components.size());
    const std::int64_t common =
        std::lcm(components[field.source].steps.step, components[field.target].steps.step);
    CoupledFieldSettings& s = field.settings;
    s.period = common * (below(4) + 1);
    s.offset = below(3) == 0 ? common * below(5) : 0;
    s.lag = below(3) == 0 ? common * below(12) : 0;
    s.use = coupled_uses[below(5) % 3].value;
    s.statistic = below(4) == 0 ? CoupledStatistic::mean : CoupledStatistic::instant;
    return field;
  }

  static bool ends_in_time(const RandomField& field, const std::vector<SimulatedComponent>& components) {
    const StepDates& source = components[field.source].steps;
    const CoupledDates dates(field.settings, source, components[field.target].steps);
    return dates.at_source(dates.used().last) <= source.end;
  }

  std::mt19937 random_;
  std::vector<std::int64_t> ends_;
  int most_components_;
};

inline std::string described(const RandomJob& job) {
  std::string out = text(job.n_slot, " slots");
  for (const SimulatedComponent& c : job.components)
    out +=
        text("; step ", c.steps.step, " to ", c.steps.end, c.takes_before_first_give ? " takes first" : "");
  for (const auto& [s, source, target] : job.fields)
    out += text("\n", source, "->", target, " period ", s.period, " offset ", s.offset, " lag ", s.lag, " ",
                name_of(coupled_uses, s.use), " ", name_of(coupled_statistics, s.statistic));
  return out;
}

}  // namespace groundswell::test
