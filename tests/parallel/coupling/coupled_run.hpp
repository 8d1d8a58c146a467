// SPDX-License-Identifier: Apache-2.0
// One component of a set on a process of the test, coupled: it compares all that it takes with the slow
// reference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "coupling/coupler.hpp"
#include "slow_coupling.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {

// Which processes and points belong to which component; the same on all processes of the test.
class Split {
 public:
  Split(const CoupledSet& set, int n_process, unsigned seed) : grids_(set.grids), random_(seed) {
    const int n = int(set.job.components.size());
    n_rank_.assign(std::size_t(n), 1);
    const int n_idle = below(4) == 0 ? below(n_process - n + 1) : 0;
    for (int i = n + n_idle; i < n_process; ++i) ++n_rank_[std::size_t(below(n))];
    for (int i = 0; i < n; ++i) owners_.push_back(make_owners(int(set.n_point(i)), n_rank_[std::size_t(i)]));
  }

  const std::vector<int>& n_rank() const { return n_rank_; }
  // The component of a process, or -1.
  int component_of(int process) const {
    for (int c = 0, end = 0; c < int(n_rank_.size()); ++c)
      if (process < (end += n_rank_[std::size_t(c)])) return c;
    return -1;
  }
  CouplingGrid grid_of(int component, int rank) const {
    return part_of(grids_[std::size_t(component)], owners_[std::size_t(component)], rank, component % 2 == 1);
  }

 private:
  int below(int limit) { return int(random_() % unsigned(limit)); }
  // Blocks, round-robin, random, or all on one process.
  std::vector<int> make_owners(int n_point, int n_rank) {
    std::vector<int> owners;
    const int kind = below(4), one = below(n_rank);
    for (int i = 0; i < n_point; ++i)
      owners.push_back(kind == 0   ? i * n_rank / n_point
                       : kind == 1 ? i % n_rank
                       : kind == 2 ? below(n_rank)
                                   : one);
    return owners;
  }
  const std::vector<CouplingGrid>& grids_;
  std::mt19937 random_;
  std::vector<int> n_rank_;
  std::vector<std::vector<int>> owners_;
};

inline DateTime start_of_sets() {
  return DateTime({2001, 2, 27, 23, 59, 50});
}

inline CouplingSettings settings_of(const CoupledSet& set, const std::vector<int>& n_rank,
                                    const std::string& method) {
  CouplingSettings settings;
  for (std::size_t c = 0; c < n_rank.size(); ++c)
    settings.components.push_back({"c" + std::to_string(c), "toy", n_rank[c], {}});
  for (std::size_t f = 0; f < set.job.fields.size(); ++f) {
    CoupledFieldSettings& field = settings.fields.emplace_back(set.job.fields[f].settings);
    field.name = "f" + std::to_string(f);
    field.source = settings.components[std::size_t(set.job.fields[f].source)].name;
    field.target = settings.components[std::size_t(set.job.fields[f].target)].name;
    field.source_field = "given_" + std::to_string(f);
    field.target_field = "taken_" + std::to_string(f);
  }
  settings.wait_limit = 15.0;
  settings.n_slot = set.job.n_slot;
  settings.method = method;
  return settings;
}

inline std::vector<ScheduledComponent> scheduled(const CoupledSet& set) {
  std::vector<ScheduledComponent> components;
  for (std::size_t c = 0; c < set.job.components.size(); ++c)
    components.push_back({"c" + std::to_string(c),
                          {start_of_sets(), start_of_sets() + set.end(int(c)), set.step(int(c))},
                          set.job.components[c].takes_before_first_give});
  return components;
}

// A value of the state of a job between two runs of it; `index` is -1 for counts.
struct SavedValue {
  std::int32_t component = 0, item = 0;
  std::int64_t index = 0;
  double value = 0.0;
};

// One component on one process, from the start or from a restart to the date `until`.
class RunOfComponent {
 public:
  RunOfComponent(const CoupledSet& set, SlowCoupling& slow, const Split& split, const Communicator& ranks,
                 int component, const std::string& method, std::optional<std::int64_t> from)
      : set_(set),
        slow_(slow),
        me_(component),
        grid_(split.grid_of(component, ranks.rank())),
        now_(from.value_or(0)),
        coupler_(ranks, make_setup(split, method, from)) {
    coupler_.connect(grid_);
    for (const std::int64_t point : grid_.cells) state_.push_back(state_at_start(me_, point));
  }

  // Sleeps at random before steps if `slow_steps` > 0 [ms].
  void run(std::int64_t until, bool is_new, int slow_steps) {
    if (is_new) {
      if (set_.job.components[std::size_t(me_)].takes_before_first_give) take_and_change();
      give();
    }
    while (now_ < until) {
      if (slow_steps > 0 && noise(me_, now_, world().rank()) < 0.2)
        std::this_thread::sleep_for(std::chrono::milliseconds(slow_steps));
      take_and_change();
      now_ += set_.step(me_);
      coupler_.advance();
      give();
    }
  }

  std::vector<SavedValue> save() {
    coupler_.prepare_restart();
    std::vector<SavedValue> saved;
    each_of_state([&](int item, std::int64_t index, double value) {
      saved.push_back({me_, item, index, value});
      return value;
    });
    return saved;
  }
  void restore(const std::vector<SavedValue>& all) {
    std::map<std::pair<int, std::int64_t>, double> values;
    for (const SavedValue& each : all)
      if (each.component == me_) values[{each.item, each.index}] = each.value;
    each_of_state([&](int item, std::int64_t index, double) { return values.at({item, index}); });
    coupler_.restore();
  }
  void finish() { coupler_.finish(); }
  std::int64_t n_compared() const { return n_compared_; }
  Coupler& coupler() { return coupler_; }

 private:
  CouplerSetup make_setup(const Split& split, const std::string& method, std::optional<std::int64_t> from) {
    CouplerSetup setup;
    setup.settings = settings_of(set_, split.n_rank(), method);
    setup.components = scheduled(set_);
    setup.component = me_;
    for (std::size_t f = 0; f < set_.job.fields.size(); ++f) {
      if (set_.job.fields[f].source == me_)
        setup.gives.push_back({"given_" + std::to_string(f), "m", set_.shapes[f], set_.value_bytes[f]});
      if (set_.job.fields[f].target == me_)
        setup.takes.push_back({"taken_" + std::to_string(f), "m", set_.shapes[f]});
    }
    for (DeclaredField& field : setup.gives)
      if (set_.factors[std::size_t(std::stoi(field.name.substr(6)))] == 1000.0) field.unit = "km";
    setup.read_weights = [this](const std::filesystem::path& path) {
      return set_.matrices[std::size_t(std::stoi(path.string()))];
    };
    if (from) setup.from = start_of_sets() + *from;
    return setup;
  }

  // new = change(item, index, old) for each value of the state.
  template <class Change>
  void each_of_state(Change&& change) {
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] = change(0, grid_.cells[i], state_[i]);
    StateList list;
    coupler_.list_state(list);
    int item = 0;
    for (const StateList::CellValues& values : list.cells()) {
      ++item;
      for (std::size_t i = 0; i < grid_.cells.size(); ++i) {
        double value = 0.0;
        std::byte* const at = values.rows.data + std::int64_t(i) * values.rows.stride;
        std::memcpy(&value, at, sizeof value);
        value = change(item, grid_.cells[i], value);
        std::memcpy(at, &value, sizeof value);
      }
    }
    for (const StateList::Count& count : list.counts())
      *count.value = std::int64_t(change(++item, -1, double(*count.value)));
  }

  void take_and_change() {
    if (noise(me_, now_, 77) < 0.7) coupler_.receive();
    Values taken(state_.size());
    for (int f = 0; f < int(set_.job.fields.size()); ++f) {
      if (set_.job.fields[std::size_t(f)].target != me_) continue;
      const std::int64_t date = date_of_taking(set_, me_, f, now_);
      const Parts came = get(f, date);
      compare(f, date, came, slow_.used(f, now_, date));
      for (std::size_t part = 0; part < came.size(); ++part)
        for (std::size_t i = 0; i < taken.size(); ++i) taken[i] += share_of_taken(f, part, came[part][i]);
    }
    for (std::size_t i = 0; i < state_.size(); ++i)
      state_[i] = next_state(state_[i], me_, grid_.cells[i], now_, taken[i]);
  }

  Parts get(int f, std::int64_t date) {
    Parts parts(n_part(set_.shapes[std::size_t(f)]), Values(state_.size()));
    std::vector<View<double>> views;
    for (Values& part : parts) views.push_back({part.data(), part.size()});
    coupler_.get<double>("taken_" + std::to_string(f), views, start_of_sets() + date);
    return parts;
  }

  void compare(int f, std::int64_t date, const Parts& came, const Parts& expected) {
    for (std::size_t part = 0; part < came.size(); ++part)
      for (std::size_t i = 0; i < came[part].size(); ++i, ++n_compared_) {
        const double wanted = expected[part][std::size_t(grid_.cells[i])];
        if (came[part][i] != wanted && ++n_wrong_ < 3)
          ADD_FAILURE() << "c" << me_ << " takes f" << f << " at " << date << " in the step from " << now_
                        << ", part " << part << ", point " << grid_.cells[i] << ": " << came[part][i]
                        << " instead of " << wanted;
      }
  }

  void give() {
    for (int f = 0; f < int(set_.job.fields.size()); ++f) {
      const std::string name = "given_" + std::to_string(f);
      if (set_.job.fields[std::size_t(f)].source != me_ || !coupler_.wants(name)) continue;
      Parts parts(n_part(set_.shapes[std::size_t(f)]), Values(state_.size()));
      std::vector<View<const double>> views;
      for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t i = 0; i < state_.size(); ++i) parts[part][i] = given_at(set_, f, part, state_[i]);
        views.push_back({parts[part].data(), parts[part].size()});
      }
      coupler_.put<double>(name, views);
    }
    coupler_.send();
  }

  const CoupledSet& set_;
  SlowCoupling& slow_;
  int me_;
  CouplingGrid grid_;
  std::int64_t now_;
  Coupler coupler_;
  Values state_;
  std::int64_t n_compared_ = 0;
  int n_wrong_ = 0;
};

}  // namespace groundswell::test
