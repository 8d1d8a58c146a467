// SPDX-License-Identifier: Apache-2.0
// Runs the components of a job on integers, without steps or values, to find out before the first step
// whether they will wait for each other for ever, and in which order they would exchange fields if they ran
// one at a time.
//
// At each date of its steps a component gives what is due to one pair after the other, takes what it uses in
// the step that begins there, and steps. All values of a pair that are given at one date make one event. A
// pair's events are received in order. Giving waits while `n_slot` earlier events of the pair are not
// received. Taking waits until all values that are used have been given. A target receives events when it
// needs a value of them; while it does something else or waits, it also receives those that have arrived and
// whose dates are not later than its own: so a lag takes no slots, and yet a fast source gets no farther
// ahead than the slots allow. At its end it receives all others. (A target that receives earlier than this
// cannot cause a wait for ever, as all waits end by something that is given or received.)
//
// The outcome does not depend on who runs when: whatever a component can do, it can still do after another
// one has done something.
#pragma once

#include <cstdint>
#include <vector>

#include "coupling/coupled_dates.hpp"

namespace groundswell {

// All fields from one component to another; they travel together.
struct CoupledPair {
  int source = 0, target = 0;  // components, in the order of the settings
  std::vector<int> fields;     // in the order of the settings
};

struct SimulatedComponent {
  StepDates steps;
  bool takes_before_first_give = false;  // at the start
};

struct SimulatedJob {
  std::vector<SimulatedComponent> components;
  std::vector<CoupledDates> fields;
  std::vector<CoupledPair> pairs;
  int n_slot = 1;
};

struct FieldExchange {
  int field = 0;
  std::int64_t number = 0;
  bool operator==(const FieldExchange&) const = default;
};

// A component waits at a date [s since the start] for a value of a field, or for room to give to a pair.
struct ComponentWait {
  int component = 0;
  std::int64_t date = 0;
  int other = 0;   // the component that it waits for
  int field = -1;  // -1: for room
};

struct CouplingOutcome {
  // What is given at dates up to that asked for, in the order in which that happens if of all components that
  // can go on, always that at the earliest date does (of several, the first in the list).
  std::vector<FieldExchange> exchanges;
  std::vector<ComponentWait> cycle;  // each waits for the next, the last for the first; empty: all end
};

// The exchanges up to date `until` [s since the start], and whether all components end.
CouplingOutcome simulate_coupling(const SimulatedJob& job, std::int64_t until);

}  // namespace groundswell
