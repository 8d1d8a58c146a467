// SPDX-License-Identifier: Apache-2.0
// Runs sets of components on the processes of the test, some of them interrupted by a restart on others.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "coupled_run.hpp"
#include "random_sets.hpp"
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

struct HowToRun {
  std::string method = "p2p";
  int slow_steps = 0;                   // [ms]
  std::optional<std::int64_t> restart;  // a date at which the job is interrupted
  unsigned seed = 1;
};

inline std::string describe(const CoupledSet& set, const HowToRun& how) {
  std::string out = text(how.method, ", slow ", how.slow_steps, ", restart ", how.restart.value_or(-1),
                         ", seed ", how.seed, "; ", described(set.job));
  for (const CouplingGrid& grid : set.grids)
    out += text("\na grid of ", grid.n_point(), " points", grid.mask.empty() ? "" : ", some not in use");
  for (std::size_t f = 0; f < set.shapes.size(); ++f)
    out += text("\nfield ", f, ": ", name_of(field_shapes, set.shapes[f]), ", ", set.value_bytes[f],
                " bytes, ", set.job.fields[f].settings.first ? "" : "no ", "first, ",
                name_of(regridding_names, set.job.fields[f].settings.regridding.kind), ", ",
                name_of(no_source_names, set.job.fields[f].settings.regridding.no_source));
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
  int n_run = 0, n_restarted = 0, n_regridded = 0, n_without_first = 0, n_for_ever = 0, n_without_slots = 0;
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
    counts.n_compared += run_set(set, slow, how);
    ++counts.n_run;
    counts.n_restarted += how.restart ? 1 : 0;
    counts.n_regridded += std::ranges::any_of(set.job.fields, [](const RandomField& field) {
      return field.settings.regridding.kind != Regridding::none;
    });
  }
  return counts;
}

}  // namespace groundswell::test
