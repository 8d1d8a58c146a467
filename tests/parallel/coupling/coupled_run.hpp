// SPDX-License-Identifier: Apache-2.0
// Runs a set of components on the processes of the test, coupled, and compares all that is taken with the
// slow reference.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "coupling/coupler.hpp"
#include "slow_coupling.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {

// Ends the program with a text unless it is destroyed within some seconds.
class HangAlarm {
 public:
  HangAlarm(const std::string& text, unsigned seconds) {
    words() = "hangs: " + text + "\n";
    signal(SIGALRM, [](int) {
      if (write(2, words().data(), words().size()) >= 0) _exit(3);
      _exit(4);
    });
    alarm(seconds);
  }
  ~HangAlarm() { alarm(0); }
  HangAlarm(const HangAlarm&) = delete;
  HangAlarm& operator=(const HangAlarm&) = delete;

 private:
  static std::string& words() {
    static std::string kept;
    return kept;
  }
};

// Which processes and points belong to which component; the same on all processes of the test.
class Split {
 public:
  Split(const CoupledSet& set, int n_process, unsigned seed) : random_(seed) {
    const int n = int(set.job.components.size());
    n_rank_.assign(std::size_t(n), 1);
    const int n_idle = below(4) == 0 ? below(n_process - n + 1) : 0;
    for (int i = n + n_idle; i < n_process; ++i) ++n_rank_[std::size_t(below(n))];
    for (const int n_rank : n_rank_) owners_.push_back(make_owners(set.n_point, n_rank));
  }

  const std::vector<int>& n_rank() const { return n_rank_; }
  // The component of a process, or -1.
  int component_of(int process) const {
    for (int c = 0, end = 0; c < int(n_rank_.size()); ++c)
      if (process < (end += n_rank_[std::size_t(c)])) return c;
    return -1;
  }
  CouplingGrid grid_of(int component, int rank) const {
    CouplingGrid grid;
    const std::vector<int>& owners = owners_[std::size_t(component)];
    grid.n_global = std::int64_t(owners.size());
    for (std::size_t i = 0; i < owners.size(); ++i)
      if (owners[i] == rank) grid.cells.push_back(std::int64_t(i));
    if (component % 2 == 1) std::ranges::reverse(grid.cells);
    for (const std::int64_t i : grid.cells) {
      grid.lon.push_back(6.0 * noise(i, 1));
      grid.lat.push_back(2.0 * double(i) / double(grid.n_global) - 1.0);
    }
    return grid;
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

struct HowToRun {
  std::string method = "p2p";
  int slow_steps = 0;                   // [ms]
  std::optional<std::int64_t> restart;  // a date at which the job is interrupted
  unsigned seed = 1;
};

inline std::string describe(const CoupledSet& set, const HowToRun& how) {
  std::string out = text(how.method, ", slow ", how.slow_steps, ", restart ", how.restart.value_or(-1),
                         ", seed ", how.seed, ", ", set.n_point, " points; ", described(set.job));
  for (std::size_t f = 0; f < set.shapes.size(); ++f)
    out += text("\nfield ", f, ": ", name_of(field_shapes, set.shapes[f]), ", ", set.value_bytes[f],
                " bytes, ", set.job.fields[f].settings.first ? "" : "no ", "first");
  return out;
}

// Runs the set; the same arguments on all processes of the test. Returns the number of values compared on all
// of them.
inline std::int64_t run_set(const CoupledSet& set, SlowCoupling& slow, const HowToRun& how) {
  const std::string description = describe(set, how);
  SCOPED_TRACE(description);
  const HangAlarm hang(description, 20);
  std::vector<SavedValue> saved;
  std::int64_t n_compared = 0;
  const bool is_interrupted = how.restart.has_value();
  for (int part = 0; part < (is_interrupted ? 2 : 1); ++part) {
    const Split split(set, world().size(), how.seed + 1000 * unsigned(part));
    const int me = split.component_of(world().rank());
    const Communicator ranks = world().split(me + 1, world().rank());
    std::vector<SavedValue> mine;
    const bool ends_here = is_interrupted && part == 0;
    try {
      if (me >= 0) {
        RunOfComponent run(set, slow, split, ranks, me, how.method,
                           part == 1 ? how.restart : std::optional<std::int64_t>());
        if (part == 1) run.restore(saved);
        run.run(ends_here ? *how.restart : set.end(me), part == 0, how.slow_steps);
        if (ends_here) mine = run.save();
        run.finish();
        n_compared += run.n_compared();
      }
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    if (ends_here) saved = world().all_gather(std::span<const SavedValue>(mine));
    if (world().any(testing::Test::HasFailure())) break;
  }
  return world().sum(n_compared);
}

// Which dates the job may be interrupted at.
inline std::optional<std::int64_t> find_restart(const CoupledSet& set, const CouplingSchedule& schedule,
                                                unsigned seed) {
  std::vector<std::int64_t> dates;
  for (std::int64_t date = 0; date <= 36; ++date) {
    bool is_common = true;
    for (int c = 0; c < int(set.job.components.size()); ++c)
      is_common = is_common && date % set.step(c) == 0 && date <= set.end(c);
    if (!is_common) continue;
    try {
      schedule.check_restart(start_of_sets() + date);
      dates.push_back(date);
    } catch (const Error&) {  // not possible there
    }
  }
  if (dates.empty()) return {};
  return dates[seed % dates.size()];
}

struct SetCounts {
  int n_run = 0, n_restarted = 0, n_without_first = 0, n_for_ever = 0, n_without_slots = 0;
  std::int64_t n_compared = 0;
};

// Whether the job is refused, as it should be.
inline bool is_refused(const CoupledSet& set, SlowCoupling& slow, const CouplingSettings& settings,
                       SetCounts& counts) {
  const char* reason = nullptr;
  try {
    slow.compute_all();
    if (!SlowSimulation(set.job).run()) reason = "make coupling.slots", ++counts.n_without_slots;
  } catch (const WaitsForever&) {
    reason = "give one of these fields a lag", ++counts.n_for_ever;
  } catch (const NeedsFirst&) {
    reason = "(fields.first)", ++counts.n_without_first;
  }
  std::string sentence;
  try {
    const CouplingSchedule schedule(settings, scheduled(set));
  } catch (const Error& error) {
    sentence = error.what();
  }
  if (reason)
    expect_words(sentence, {reason});
  else
    EXPECT_EQ(sentence, "");
  return reason != nullptr || !sentence.empty();
}

inline SetCounts run_random_sets(int n_set, unsigned seed) {
  SetCounts counts;
  const int most = std::min(4, world().size());
  CoupledSets sets(seed, most);
  const std::vector<std::string> methods{"p2p", "butterfly", "adaptive"};
  for (int i = 0; counts.n_run < n_set && !world().any(testing::Test::HasFailure()); ++i) {
    const CoupledSet set = sets.make();
    HowToRun how;
    how.seed = seed * 100000 + unsigned(i);
    how.method = methods[noise(i, 1) < 0.5 ? 0 : noise(i, 2) < 0.7 ? 1 : 2];
    how.slow_steps = noise(i, 3) < 0.15 ? 2 : 0;
    SlowCoupling slow(set);
    const std::vector<int> one_each(set.job.components.size(), 1);
    const CouplingSettings settings = settings_of(set, one_each, how.method);
    SCOPED_TRACE(describe(set, how));
    if (is_refused(set, slow, settings, counts)) continue;
    if (noise(i, 4) < 0.4)
      how.restart = find_restart(set, CouplingSchedule(settings, scheduled(set)), how.seed);
    const auto t0 = std::chrono::steady_clock::now();
    counts.n_compared += run_set(set, slow, how);
    if (getenv("SHOW_SETS") && world().rank() == 0)
      std::fprintf(stderr, "%d %s restart %d pairs %d %.1f ms\n", i, how.method.c_str(),
                   int(how.restart.value_or(-1)),
                   int(CouplingSchedule(settings, scheduled(set)).pairs().size()),
                   1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count());
    ++counts.n_run;
    counts.n_restarted += how.restart ? 1 : 0;
  }
  return counts;
}

}  // namespace groundswell::test
