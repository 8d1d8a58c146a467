// SPDX-License-Identifier: Apache-2.0
// Schedules worked out by hand; every refusal is checked by its message.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "coupling/coupling_schedule.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

const DateTime start = DateTime::parse("2020-01-01");

ScheduledComponent component(const std::string& name, std::int64_t step, std::int64_t end,
                             bool takes_first = false) {
  return {name, {start, start + end, step}, takes_first};
}

CoupledFieldSettings field(const std::string& name, const std::string& source, const std::string& target,
                           std::int64_t period, CoupledUse use = CoupledUse::previous) {
  CoupledFieldSettings field;
  field.name = name;
  field.source = source;
  field.target = target;
  field.period = period;
  field.use = use;
  return field;
}

CouplingSchedule schedule(const std::vector<ScheduledComponent>& components,
                          const std::vector<CoupledFieldSettings>& fields, int n_slot = 4) {
  CouplingSettings settings;
  for (const ScheduledComponent& c : components) settings.components.push_back({c.name, "", 1, ""});
  settings.fields = fields;
  settings.n_slot = n_slot;
  return CouplingSchedule(settings, components);
}

std::string refusal(const std::vector<ScheduledComponent>& components,
                    const std::vector<CoupledFieldSettings>& fields, int n_slot = 4) {
  return test::message_of([&] { schedule(components, fields, n_slot); });
}

// Two components with steps of 10 minutes, for 20 minutes.
const std::vector<ScheduledComponent> two{component("atmosphere", 600, 1200), component("waves", 600, 1200)};

// Wind to waves, and the roughness back.
std::vector<CoupledFieldSettings> two_way(CoupledUse wind, CoupledUse charnock) {
  return {field("wind", "atmosphere", "waves", 600, wind),
          field("charnock", "waves", "atmosphere", 600, charnock)};
}

TEST(CouplingSchedule, one_after_the_other) {
  const CouplingSchedule s = schedule(two, two_way(CoupledUse::next, CoupledUse::previous));
  const std::vector<std::string> expected{
      "2020-01-01T00:00:00Z  charnock  waves -> atmosphere  for 2020-01-01T00:00:00Z",
      "2020-01-01T00:10:00Z  wind      atmosphere -> waves  for 2020-01-01T00:10:00Z",
      "2020-01-01T00:10:00Z  charnock  waves -> atmosphere  for 2020-01-01T00:10:00Z",
      "2020-01-01T00:20:00Z  wind      atmosphere -> waves  for 2020-01-01T00:20:00Z",
      "2020-01-01T00:20:00Z  charnock  waves -> atmosphere  for 2020-01-01T00:20:00Z"};
  EXPECT_EQ(s.first_day(), expected);
}

TEST(CouplingSchedule, two_that_need_each_others_future_are_refused) {
  test::expect_words(refusal(two, two_way(CoupledUse::next, CoupledUse::next)),
                     {"atmosphere waits at 2020-01-01T00:00:00Z for 'charnock' of waves, which waits at "
                      "2020-01-01T00:00:00Z for 'wind' of atmosphere",
                      "fields.lag", "fields.first"});
  EXPECT_NE(refusal(two, two_way(CoupledUse::linear, CoupledUse::linear)), "");
  EXPECT_NE(refusal(two, two_way(CoupledUse::next, CoupledUse::linear)), "");
  EXPECT_EQ(refusal(two, two_way(CoupledUse::previous, CoupledUse::previous)), "");
}

TEST(CouplingSchedule, a_lag_of_one_field_ends_the_wait) {
  std::vector<CoupledFieldSettings> fields = two_way(CoupledUse::next, CoupledUse::linear);
  fields[1].lag = 600;
  test::expect_words(refusal(two, fields), {"'charnock'", "atmosphere uses it from 2020-01-01T00:00:00Z on",
                                            "that of 2019-12-31T23:50:00Z", "fields.first"});
  fields[1].first = 0.0185;
  const CouplingSchedule s = schedule(two, fields);
  const std::vector<CoupledValue> used = s.values_used(1, start);
  ASSERT_EQ(used.size(), 2u);
  EXPECT_TRUE(used[0].is_first);
  EXPECT_EQ(used[1].given, start);
  EXPECT_EQ(used[1].due, start + 600);
  EXPECT_FALSE(used[1].is_first);
  EXPECT_EQ(s.first_day().at(0),
            "2020-01-01T00:00:00Z  charnock  waves -> atmosphere  for 2020-01-01T00:10:00Z, lag 600 s");
}

TEST(CouplingSchedule, three_in_a_ring_are_refused) {
  const std::vector<ScheduledComponent> three{component("a", 600, 1200), component("b", 600, 1200),
                                              component("c", 600, 1200)};
  const auto ring = [](CoupledUse last) {
    return std::vector{field("x", "a", "b", 600, CoupledUse::next),
                       field("y", "b", "c", 600, CoupledUse::next), field("z", "c", "a", 600, last)};
  };
  EXPECT_EQ(refusal(three, ring(CoupledUse::previous)), "");
  test::expect_words(refusal(three, ring(CoupledUse::next)),
                     {"a waits at 2020-01-01T00:00:00Z for 'z' of c, which waits at 2020-01-01T00:00:00Z for "
                      "'y' of b, which waits at 2020-01-01T00:00:00Z for 'x' of a;"});
}

TEST(CouplingSchedule, one_component_may_take_before_it_gives) {
  const auto pair = [](bool first, bool second) {
    return std::vector{component("a", 600, 1200, first), component("b", 600, 1200, second)};
  };
  std::vector<CoupledFieldSettings> fields{field("x", "a", "b", 600), field("y", "b", "a", 600)};
  EXPECT_EQ(refusal(pair(false, false), fields), "");
  EXPECT_EQ(schedule(pair(true, false), fields).first_day().at(0).substr(22, 1), "y");
  EXPECT_EQ(schedule(pair(false, true), fields).first_day().at(0).substr(22, 1), "x");
  test::expect_words(refusal(pair(true, true), fields), {"a waits at", "for 'y' of b, which waits"});
  fields[0].lag = 600;
  fields[0].first = 1.0;
  EXPECT_EQ(refusal(pair(true, true), fields), "");
}

TEST(CouplingSchedule, before_the_offset_the_first_value_is_used) {
  CoupledFieldSettings wind = field("wind", "atmosphere", "waves", 600, CoupledUse::linear);
  wind.offset = 1200;
  test::expect_words(refusal(two, {wind}),
                     {"'wind'", "1200 s (fields.offset) later", "2020-01-01T00:20:00Z"});
  wind.first = 5.0;
  const CouplingSchedule s = schedule(two, {wind});
  EXPECT_TRUE(s.values_used(0, start)[1].is_first);
  const std::vector<CoupledValue> used = s.values_used(0, start + 600);
  EXPECT_EQ(used[0].due, start + 600);
  EXPECT_TRUE(used[0].is_first);
  EXPECT_EQ(used[1].number, 0);
  EXPECT_FALSE(used[1].is_first);
  EXPECT_EQ(s.first_given(0)->given, start + 1200);
}

TEST(CouplingSchedule, a_statistic_has_no_value_at_the_start) {
  const std::vector<ScheduledComponent> components{component("atmosphere", 600, 7200),
                                                   component("waves", 1800, 7200)};
  CoupledFieldSettings rain = field("rain", "atmosphere", "waves", 1800);
  rain.statistic = CoupledStatistic::mean;
  test::expect_words(refusal(components, {rain}),
                     {"the mean over the 1800 s (fields.period) before 2020-01-01T00:00:00Z"});
  rain.first = 0.0;
  const CouplingSchedule s = schedule(components, {rain});
  EXPECT_TRUE(s.values_used(0, start)[0].is_first);
  EXPECT_FALSE(s.values_used(0, start + 1800)[0].is_first);
  EXPECT_EQ(s.fields_due(0, start), std::vector{false});
  EXPECT_EQ(s.fields_due(0, start + 600), std::vector{false});
  EXPECT_EQ(s.fields_due(0, start + 1800), std::vector{true});
  EXPECT_EQ(s.first_day().at(0),
            "2020-01-01T00:30:00Z  rain  atmosphere -> waves  for 2020-01-01T00:30:00Z, mean of 1800 s");
  rain.first.reset();
  rain.use = CoupledUse::next;
  EXPECT_EQ(refusal(components, {rain}), "");
}

TEST(CouplingSchedule, the_source_gives_what_is_used_and_what_a_later_run_uses) {
  const std::vector<ScheduledComponent> components{component("a", 600, 6000), component("b", 600, 3000)};
  // Used at 0, 1200 and 2400; also given with dates up to 3000.
  EXPECT_EQ(schedule(components, {field("x", "a", "b", 1200)}).last_given(0)->given, start + 2400);
  EXPECT_EQ(schedule(components, {field("x", "a", "b", 600)}).last_given(0)->given, start + 3000);
  // In the last steps, from 2400 to 3000, what is due at 3600 is used.
  EXPECT_EQ(schedule(components, {field("x", "a", "b", 1200, CoupledUse::linear)}).last_given(0)->given,
            start + 3600);
  CoupledFieldSettings lagged = field("x", "a", "b", 600);
  lagged.lag = 1200;
  lagged.first = 0.0;
  const CouplingSchedule s = schedule(components, {lagged});
  EXPECT_EQ(s.last_given(0)->given, start + 3000);
  EXPECT_EQ(s.last_given(0)->due, start + 4200);
  EXPECT_FALSE(s.next_event(0, start + 3000));
  lagged.offset = 60000;
  EXPECT_FALSE(schedule(components, {lagged}).first_given(0));
}

TEST(CouplingSchedule, values_are_kept_until_their_use) {
  const std::vector<ScheduledComponent> components{component("a", 600, 6000), component("b", 600, 6000)};
  CoupledFieldSettings lagged = field("x", "a", "b", 600);
  lagged.lag = 1200;
  lagged.first = 0.0;
  const auto numbers_at = [&](std::int64_t date) {
    std::vector<std::int64_t> numbers;
    for (const CoupledValue& value : schedule(components, {lagged}).values_kept(0, start + date))
      numbers.push_back(value.number);
    return numbers;
  };
  EXPECT_EQ(numbers_at(0), (std::vector<std::int64_t>{2}));
  EXPECT_EQ(numbers_at(600), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(numbers_at(2400), (std::vector<std::int64_t>{4, 5, 6}));
  EXPECT_EQ(numbers_at(6000), (std::vector<std::int64_t>{9, 10, 11, 12}));  // its end: 9 is of the last step
  lagged.lag = 0;
  lagged.use = CoupledUse::next;
  EXPECT_EQ(numbers_at(2400), (std::vector<std::int64_t>{}));
}

TEST(CouplingSchedule, a_source_that_ends_early_is_refused) {
  const std::vector<ScheduledComponent> components{component("winds", 600, 2400),
                                                   component("waves", 600, 3000)};
  EXPECT_EQ(refusal(components, {field("wind", "winds", "waves", 600)}), "");
  test::expect_words(refusal(components, {field("wind", "winds", "waves", 600, CoupledUse::next)}),
                     {"field 'wind': its source, winds, ends early, at 2020-01-01T00:40:00Z",
                      "due at 2020-01-01T00:50:00Z"});
  CoupledFieldSettings lagged = field("wind", "winds", "waves", 600, CoupledUse::next);
  lagged.lag = 600;
  EXPECT_EQ(refusal(components, {lagged}), "");
}

TEST(CouplingSchedule, dates_that_are_not_dates_of_steps_are_refused) {
  const std::vector<ScheduledComponent> components{component("winds", 400, 3600),
                                                   component("waves", 600, 3600)};
  CoupledFieldSettings wind = field("wind", "winds", "waves", 600);
  test::expect_words(
      refusal(components, {wind}),
      {"field 'wind': its period is 600 s, but its source, winds, has steps of 400 s", "can never meet"});
  wind.period = 400;
  test::expect_words(refusal(components, {wind}),
                     {"its target, waves, has steps of 600 s", "can never meet"});
  wind.period = 1200;
  wind.offset = 300;
  test::expect_words(refusal(components, {wind}), {"fields.offset is 300 s", "can never meet"});
  wind.offset = 600;
  wind.lag = 400;
  test::expect_words(refusal(components, {wind}),
                     {"fields.offset minus fields.lag is 200 s", "can never meet", "400 s"});
  wind.lag = 600;
  EXPECT_EQ(refusal(components, {wind}).find("meet"), std::string::npos);
}

TEST(CouplingSchedule, clocks_fit_together) {
  const auto with = [](const ComponentClock& clock) {
    return refusal({component("atmosphere", 600, 1200), {"waves", clock, false}}, {});
  };
  EXPECT_EQ(with({start, start + 1800, 900}), "");
  const DateTime noleap = DateTime::parse("2020-01-01", Calendar::noleap);
  test::expect_words(with({noleap, noleap + 1200, 600}),
                     {"atmosphere has the calendar standard, but waves has noleap"});
  test::expect_words(with({start + 600, start + 1200, 600}),
                     {"atmosphere starts at 2020-01-01T00:00:00Z, but waves at 2020-01-01T00:10:00Z"});
  test::expect_words(with({start, start + 1200, 0}), {"waves has steps of 0 s"});
  test::expect_words(with({start, start, 600}), {"waves ends at", "not after its start"});
  test::expect_words(with({start, start + 1000, 600}), {"not a whole number of its steps of 600 s"});
}

TEST(CouplingSchedule, fields_of_a_pair_share_events) {
  const std::vector<ScheduledComponent> components{component("a", 600, 3600), component("b", 600, 3600)};
  const CouplingSchedule s = schedule(components, {field("x", "a", "b", 1200), field("back", "b", "a", 1800),
                                                   field("y", "a", "b", 1800, CoupledUse::next)});
  ASSERT_EQ(s.pairs().size(), 2u);
  EXPECT_EQ(s.pairs()[0].fields, (std::vector{0, 2}));
  EXPECT_EQ(s.pair_of(2), 0);
  EXPECT_EQ(s.pair_of(1), 1);
  std::vector<std::int64_t> events;
  for (auto date = s.first_event(0); date; date = s.next_event(0, *date)) events.push_back(*date - start);
  EXPECT_EQ(events, (std::vector<std::int64_t>{0, 1200, 1800, 2400, 3600}));
  EXPECT_EQ(s.fields_due(0, start), (std::vector{true, false}));
  EXPECT_EQ(s.fields_due(0, start + 1800), (std::vector{false, true}));
  EXPECT_EQ(s.fields_due(0, start + 3600), (std::vector{true, true}));
}

// Waves waits for what the ocean gives after a day; meanwhile the winds, which the ocean needs, cannot be
// given to waves.
TEST(CouplingSchedule, too_few_slots_are_refused) {
  const std::vector<ScheduledComponent> components{
      component("winds", 3600, 86400), component("waves", 3600, 86400), component("ocean", 3600, 86400)};
  const std::vector<CoupledFieldSettings> fields{field("wind", "winds", "waves", 3600),
                                                 field("stress", "winds", "ocean", 3600),
                                                 field("current", "ocean", "waves", 86400, CoupledUse::next)};
  test::expect_words(
      refusal(components, fields, 4),
      {"winds waits at 2020-01-01T05:00:00Z for waves to receive what it was given before, which "
       "waits at 2020-01-01T00:00:00Z for 'current' of ocean, which waits at "
       "2020-01-01T05:00:00Z for 'stress' of winds",
       "make coupling.slots 23 or more, instead of 4"});
  EXPECT_NE(refusal(components, fields, 22), "");
  EXPECT_EQ(refusal(components, fields, 23), "");
}

TEST(CouplingSchedule, a_restart_needs_no_value_of_a_later_date) {
  const std::vector<ScheduledComponent> components{component("a", 600, 7200), component("b", 900, 7200)};
  const CouplingSchedule s = schedule(components, {field("x", "a", "b", 3600, CoupledUse::linear)});
  const auto refused = [&](std::int64_t date) {
    return test::message_of([&] { s.check_restart(start + date); });
  };
  EXPECT_EQ(refused(0), "");
  EXPECT_EQ(refused(3600), "");
  EXPECT_EQ(refused(7200), "");
  test::expect_words(refused(600), {"restarts at 2020-01-01T00:10:00Z", "steps of b"});
  test::expect_words(refused(1800), {"b uses 'x' of 2020-01-01T01:00:00Z to get there"});
  test::expect_words(refused(9000), {"restarts at 2020-01-01T02:30:00Z"});
  const CouplingSchedule takes_first = schedule({component("a", 600, 7200), component("b", 900, 7200, true)},
                                                {field("x", "a", "b", 3600, CoupledUse::linear)});
  test::expect_words(test::message_of([&] { takes_first.check_restart(start); }),
                     {"b uses 'x' of 2020-01-01T01:00:00Z to get there"});
}

}  // namespace
}  // namespace groundswell
