// SPDX-License-Identifier: Apache-2.0
// Dates at which a component neither gives nor takes are skipped. The simulation ends early once it repeats
// itself: if the state, with dates relative to a multiple of all periods, is that of an earlier multiple,
// what follows is the same for ever. That the job ends some time does not matter: then fewer waits remain.
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
struct Position {
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
    std::vector<int> pairs_out, pairs_in;
  };
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
  bool repeats();
  std::vector<ComponentWait> find_cycle();

  const SimulatedJob& job_;
  std::int64_t until_;
  std::vector<Links> links_;
  std::vector<int> pair_of_field_;
  std::vector<Position> positions_;
  std::vector<PairState> pairs_;
  std::int64_t common_period_ = 1, next_look_ = 0;
  std::vector<std::int64_t> earlier_state_;
  CouplingOutcome outcome_;
};

Simulation::Simulation(const SimulatedJob& job, std::int64_t until)
    : job_(job),
      until_(until),
      links_(job.components.size()),
      pair_of_field_(job.fields.size()),
      positions_(job.components.size()),
      pairs_(job.pairs.size()) {
  for (std::size_t i = 0; i < job.pairs.size(); ++i) {
    const CoupledPair& pair = job.pairs[i];
    links_[std::size_t(pair.source)].pairs_out.push_back(int(i));
    links_[std::size_t(pair.target)].pairs_in.push_back(int(i));
    for (const int field : pair.fields) pair_of_field_[std::size_t(field)] = int(i);
  }
  next_look_ = std::max<std::int64_t>(until, 0);
  for (const CoupledDates& field : job.fields) {
    common_period_ = common_multiple(common_period_, field.period());
    // From here on the target uses given values only.
    next_look_ = std::max(next_look_, field.due(field.given().first) + field.period());
  }
  if (common_period_ == never || next_look_ > never - common_period_)
    next_look_ = never;
  else
    next_look_ = (next_look_ / common_period_ + 1) * common_period_;
  for (std::size_t i = 0; i < positions_.size(); ++i) enter_stage(i);
}

int Simulation::pair_given_to(std::size_t component) const {
  const Position& at = positions_[component];
  const std::vector<int>& pairs = links_[component].pairs_out;
  const bool takes_first = at.date == 0 && job_.components[component].takes_before_first_give;
  const std::size_t give = takes_first ? at.stage - 1 : at.stage;  // wraps around for stage 0
  return give < pairs.size() ? pairs[give] : -1;
}

bool Simulation::takes_all_left(std::size_t component) const {
  return positions_[component].date >= job_.components[component].steps.end && pair_given_to(component) < 0;
}

bool Simulation::is_due(const CoupledPair& pair, std::int64_t date) const {
  return std::ranges::any_of(pair.fields,
                             [&](int field) { return job_.fields[std::size_t(field)].gives_at(date); });
}

// What the component waits for before it can act at its stage, if anything.
std::optional<ComponentWait> Simulation::wait_of(std::size_t component) {
  const Position& at = positions_[component];
  const int pair = pair_given_to(component);
  if (pair < 0) return wait_for_value(component);
  const CoupledPair& to = job_.pairs[std::size_t(pair)];
  if (!is_due(to, at.date) || has_room(pair)) return {};
  return ComponentWait{int(component), at.date, to.target, -1};
}

std::optional<ComponentWait> Simulation::wait_for_value(std::size_t component) const {
  const Position& at = positions_[component];
  const bool all = takes_all_left(component);
  for (const int pair : links_[component].pairs_in)
    for (const int field : job_.pairs[std::size_t(pair)].fields) {
      const CoupledDates& dates = job_.fields[std::size_t(field)];
      const std::int64_t number = all ? dates.given().last : dates.used_at(at.date).last;
      if (dates.given().contains(number) && dates.at_source(number) > pairs_[std::size_t(pair)].newest)
        return ComponentWait{int(component), at.date, job_.pairs[std::size_t(pair)].source, field};
    }
  return {};
}

bool Simulation::has_room(int number) {
  PairState& pair = pairs_[std::size_t(number)];
  const auto target = std::size_t(job_.pairs[std::size_t(number)].target);
  const std::int64_t received =
      takes_all_left(target) ? never : std::max(pair.needed, positions_[target].date);
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
    const CoupledDates& dates = job_.fields[std::size_t(field)];
    if (dates.gives_at(date)) outcome_.exchanges.push_back({field, dates.newest_at_source(date)});
  }
}

// Does what the component does at its stage, and goes on to the next one.
void Simulation::act(std::size_t component) {
  Position& at = positions_[component];
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
  const Position& at = positions_[component];
  if (pair_given_to(component) >= 0 || takes_all_left(component)) return;
  for (const int pair : links_[component].pairs_in)
    for (const int field : job_.pairs[std::size_t(pair)].fields) {
      const CoupledDates& dates = job_.fields[std::size_t(field)];
      const std::int64_t number = dates.used_at(at.date).last;
      std::int64_t& needed = pairs_[std::size_t(pair)].needed;
      if (dates.given().contains(number)) needed = std::max(needed, dates.at_source(number));
    }
}

// The next date at which the component gives, or uses other values than before, or its end.
std::int64_t Simulation::next_date(std::size_t component) const {
  const std::int64_t date = positions_[component].date;
  std::int64_t next = job_.components[component].steps.end;
  for (const int pair : links_[component].pairs_out)
    for (const int field : job_.pairs[std::size_t(pair)].fields)
      next = std::min(next, job_.fields[std::size_t(field)].next_at_source(date).value_or(next));
  for (const int pair : links_[component].pairs_in)
    for (const int field : job_.pairs[std::size_t(pair)].fields) {
      const CoupledDates& dates = job_.fields[std::size_t(field)];
      next = std::min(next, dates.due(dates.newest_due(date) + 1));
    }
  return next;
}

// Whether the state is that of an earlier common multiple of the periods.
bool Simulation::repeats() {
  std::int64_t earliest = never;
  for (const Position& at : positions_) earliest = std::min(earliest, at.ended ? never : at.date);
  if (earliest < next_look_ || earliest == never) return false;
  const std::int64_t base = earliest / common_period_ * common_period_;
  next_look_ = base + common_period_;
  std::vector<std::int64_t> state;
  for (const Position& at : positions_)
    state.insert(state.end(), {at.date - base, std::int64_t(at.stage), at.ended});
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    has_room(int(i));  // forgets what was received
    const PairState& pair = pairs_[i];
    state.insert(state.end(),
                 {std::int64_t(pair.events.size()), pair.newest == -never ? never : pair.newest - base,
                  pair.needed == -never ? never : pair.needed - base});
    for (const std::int64_t date : pair.events) state.push_back(date - base);
  }
  std::swap(state, earlier_state_);
  return state == earlier_state_;
}

std::vector<ComponentWait> Simulation::find_cycle() {
  std::vector<ComponentWait> chain;
  std::size_t component = 0;
  while (positions_[component].ended) ++component;
  while (true) {
    const std::optional<ComponentWait> wait = wait_of(component);
    ensure(wait.has_value(), "a component of a coupled job neither waits nor goes on");
    const auto begin = std::ranges::find(chain, int(component), &ComponentWait::component);
    if (begin != chain.end()) return {begin, chain.end()};
    chain.push_back(*wait);
    component = std::size_t(wait->other);
    ensure(!positions_[component].ended, "a component of a coupled job waits for one that has ended");
  }
}

CouplingOutcome Simulation::run() {
  while (!repeats()) {
    std::size_t chosen = positions_.size();
    bool all_ended = true;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      all_ended = all_ended && positions_[i].ended;
      const bool is_earlier = chosen == positions_.size() || positions_[i].date < positions_[chosen].date;
      if (!positions_[i].ended && is_earlier && !wait_of(i)) chosen = i;
    }
    if (all_ended) break;
    if (chosen == positions_.size()) {
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
