// SPDX-License-Identifier: Apache-2.0
// Dates at which a component neither gives nor takes are skipped, and a long job is simulated only until no
// wait for ever can come. Such a wait is a cycle of things, each of which must happen after the next. From
// the date on at which all that is used is given, what must happen after what repeats itself after the common
// multiple of all periods, so that a late cycle comes again and again, and once with its earliest date in the
// second of these multiples (not the first, as the events that must be received may be older than the dates
// of the cycle, by less than one). When all components are past that, there is none. That they end some time
// does not matter: it makes no cycle that would not be there if they went on.
#include "coupling/coupling_simulation.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <optional>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

struct PairState {
  std::int64_t newest = -never;     // date of the newest event given
  std::int64_t needed = -never;     // the target receives events up to this date whatever its own date is
  std::deque<std::int64_t> events;  // dates of those given and not known to be received
};

// The date at which a component is, and its stage there: one for each pair to which it gives, and one in
// which it takes what it uses in the step that begins there, or at its end all that is left.
struct ComponentPlace {
  std::int64_t date = 0;
  std::size_t stage = 0;
  bool ended = false;
};

// The least common multiple, or `never` if that is too large.
std::int64_t common_multiple(std::int64_t a, std::int64_t b) {
  std::int64_t multiple = never;
  if (a == never || __builtin_mul_overflow(a / std::gcd(a, b), b, &multiple)) return never;
  return multiple;
}

class Simulation {
 public:
  Simulation(const SimulatedJob& job, std::int64_t until);
  CouplingOutcome run();

 private:
  struct Links {
    std::vector<int> pairs_out, fields_out, fields_in;
  };
  const CoupledDates& dates_of(int field) const { return job_.fields[std::size_t(field)]; }
  // The pair to which a component gives at its stage, or -1 if it takes there.
  int pair_given_to(std::size_t component) const;
  bool takes_all_left(std::size_t component) const;
  bool is_due(const CoupledPair& pair, std::int64_t date) const;
  std::optional<ComponentWait> wait_of(std::size_t component);
  std::optional<ComponentWait> wait_for_value(std::size_t component) const;
  bool has_room(int pair);
  void act(std::size_t component);
  void give(int pair, std::int64_t date);
  void enter_stage(std::size_t component);
  std::int64_t next_date(std::size_t component) const;
  std::int64_t find_long_enough() const;
  std::vector<ComponentWait> find_cycle();

  const SimulatedJob& job_;
  std::int64_t until_;
  std::vector<Links> links_;
  std::vector<std::size_t> pair_of_field_;
  std::vector<ComponentPlace> places_;
  std::vector<PairState> pairs_;
  std::int64_t long_enough_ = never;
  CouplingOutcome outcome_;
};

Simulation::Simulation(const SimulatedJob& job, std::int64_t until)
    : job_(job),
      until_(until),
      links_(job.components.size()),
      pair_of_field_(job.fields.size()),
      places_(job.components.size()),
      pairs_(job.pairs.size()) {
  for (std::size_t i = 0; i < job.pairs.size(); ++i) {
    const CoupledPair& pair = job.pairs[i];
    Links& source = links_[std::size_t(pair.source)];
    Links& target = links_[std::size_t(pair.target)];
    source.pairs_out.push_back(int(i));
    source.fields_out.insert(source.fields_out.end(), pair.fields.begin(), pair.fields.end());
    target.fields_in.insert(target.fields_in.end(), pair.fields.begin(), pair.fields.end());
    for (const int field : pair.fields) pair_of_field_[std::size_t(field)] = i;
  }
  long_enough_ = find_long_enough();
  for (std::size_t i = 0; i < places_.size(); ++i) enter_stage(i);
}

int Simulation::pair_given_to(std::size_t component) const {
  const ComponentPlace& at = places_[component];
  const std::vector<int>& pairs = links_[component].pairs_out;
  const bool takes_first = at.date == 0 && job_.components[component].takes_before_first_give;
  const std::size_t give = takes_first ? at.stage - 1 : at.stage;  // wraps around for stage 0
  return give < pairs.size() ? pairs[give] : -1;
}

bool Simulation::takes_all_left(std::size_t component) const {
  return places_[component].date >= job_.components[component].steps.end && pair_given_to(component) < 0;
}

bool Simulation::is_due(const CoupledPair& pair, std::int64_t date) const {
  return std::ranges::any_of(pair.fields, [&](int field) { return dates_of(field).gives_at(date); });
}

// What the component waits for before it can act at its stage, if anything.
std::optional<ComponentWait> Simulation::wait_of(std::size_t component) {
  const ComponentPlace& at = places_[component];
  const int pair = pair_given_to(component);
  if (pair < 0) return wait_for_value(component);
  const CoupledPair& to = job_.pairs[std::size_t(pair)];
  if (!is_due(to, at.date) || has_room(pair)) return {};
  return ComponentWait{int(component), at.date, to.target, -1};
}

std::optional<ComponentWait> Simulation::wait_for_value(std::size_t component) const {
  const ComponentPlace& at = places_[component];
  const bool all = takes_all_left(component);
  for (const int field : links_[component].fields_in) {
    const CoupledDates& dates = dates_of(field);
    const std::size_t pair = pair_of_field_[std::size_t(field)];
    const std::int64_t number = all ? dates.given().last : dates.used_at(at.date).last;
    if (dates.given().contains(number) && dates.at_source(number) > pairs_[pair].newest)
      return ComponentWait{int(component), at.date, job_.pairs[pair].source, field};
  }
  return {};
}

bool Simulation::has_room(int number) {
  PairState& pair = pairs_[std::size_t(number)];
  const auto target = std::size_t(job_.pairs[std::size_t(number)].target);
  const std::int64_t received = takes_all_left(target) ? never : std::max(pair.needed, places_[target].date);
  while (!pair.events.empty() && pair.events.front() <= received) pair.events.pop_front();
  return int(pair.events.size()) < job_.n_slot;
}

void Simulation::give(int number, std::int64_t date) {
  const CoupledPair& pair = job_.pairs[std::size_t(number)];
  if (!is_due(pair, date)) return;
  pairs_[std::size_t(number)].newest = date;
  pairs_[std::size_t(number)].events.push_back(date);
  if (date > until_) return;
  for (const int field : pair.fields) {
    const CoupledDates& dates = dates_of(field);
    if (dates.gives_at(date)) outcome_.exchanges.push_back({field, dates.newest_at_source(date)});
  }
}

// Does what the component does at its stage, and goes on to the next one.
void Simulation::act(std::size_t component) {
  ComponentPlace& at = places_[component];
  if (takes_all_left(component)) {
    at.ended = true;
    return;
  }
  const int pair = pair_given_to(component);
  if (pair >= 0) give(pair, at.date);
  if (++at.stage > links_[component].pairs_out.size()) at = {next_date(component), 0, false};
  enter_stage(component);
}

// A component that takes receives what it uses.
void Simulation::enter_stage(std::size_t component) {
  const ComponentPlace& at = places_[component];
  if (pair_given_to(component) >= 0 || takes_all_left(component)) return;
  for (const int field : links_[component].fields_in) {
    const CoupledDates& dates = dates_of(field);
    const std::int64_t number = dates.used_at(at.date).last;
    std::int64_t& needed = pairs_[pair_of_field_[std::size_t(field)]].needed;
    if (dates.given().contains(number)) needed = std::max(needed, dates.at_source(number));
  }
}

// The next date at which the component gives, or uses other values than before, or its end.
std::int64_t Simulation::next_date(std::size_t component) const {
  const std::int64_t date = places_[component].date;
  std::int64_t next = job_.components[component].steps.end;
  for (const int field : links_[component].fields_out)
    next = std::min(next, dates_of(field).next_at_source(date).value_or(next));
  for (const int field : links_[component].fields_in)
    next = std::min(next, dates_of(field).due(dates_of(field).newest_due(date) + 1));
  return next;
}

// The date from which on neither an exchange up to `until_` nor a wait for ever can come.
std::int64_t Simulation::find_long_enough() const {
  std::int64_t periods = 1, regular = 0;
  for (const CoupledDates& field : job_.fields) {
    periods = common_multiple(periods, field.period());
    if (!field.given().empty()) regular = std::max(regular, field.due(field.given().first));
  }
  std::int64_t twice = never, sum = never;
  if (__builtin_mul_overflow(periods, 2, &twice) || __builtin_add_overflow(regular, twice, &sum))
    return never;
  return std::max(sum, until_ == never ? never : until_ + 1);
}

std::vector<ComponentWait> Simulation::find_cycle() {
  std::vector<ComponentWait> chain;
  std::size_t component = 0;
  while (places_[component].ended) ++component;
  while (true) {
    const std::optional<ComponentWait> wait = wait_of(component);
    ensure(wait.has_value(), "a component of a coupled job neither waits nor goes on");
    const auto begin = std::ranges::find(chain, int(component), &ComponentWait::component);
    if (begin != chain.end()) return {begin, chain.end()};
    chain.push_back(*wait);
    component = std::size_t(wait->other);
    ensure(!places_[component].ended, "a component of a coupled job waits for one that has ended");
  }
}

CouplingOutcome Simulation::run() {
  while (true) {
    std::size_t chosen = places_.size();
    bool goes_on = false;  // some component is not long past all that matters
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].ended) continue;
      goes_on = goes_on || places_[i].date < long_enough_;
      const bool is_earlier = chosen == places_.size() || places_[i].date < places_[chosen].date;
      if (is_earlier && !wait_of(i)) chosen = i;
    }
    if (!goes_on) break;
    if (chosen == places_.size()) {
      outcome_.cycle = find_cycle();
      break;
    }
    act(chosen);
  }
  return std::move(outcome_);
}

}  // namespace

CouplingOutcome simulate_coupling(const SimulatedJob& job, std::int64_t until) {
  return Simulation(job, until).run();
}

}  // namespace groundswell
