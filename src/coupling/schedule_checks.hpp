// SPDX-License-Identifier: Apache-2.0
// Checks of a job's clocks and dates before the first step.
#pragma once

#include <string>
#include <vector>

#include "coupling/coupling_settings.hpp"
#include "coupling/coupling_simulation.hpp"

namespace groundswell {

// A component as the schedule sees it.
struct ScheduledComponent {
  std::string name;
  ComponentClock clock;
  // Whether it takes what it uses in its first step before it gives the values of its start: its state at the
  // start follows from what it takes, as that of a wave model whose first sea is grown by the wind.
  bool takes_before_first_give = false;
};

// Throws Error, naming components and dates, if a step is not above 0, an end is not a whole number of steps
// above 0 after the start, or calendars or starts differ.
void check_clocks(const std::vector<ScheduledComponent>& components);

// Throws Error, naming the field and the component, if coupling dates are not dates of the target's steps, if
// those at which the value is given are not dates of the source's steps, if the source ends before it has
// given all that the target uses, or if there is no `first` but the target uses values that are never given.
void check_field(const CoupledFieldSettings& field, const CoupledDates& dates,
                 const ScheduledComponent& source, const ScheduledComponent& target);

// Throws Error with the chain of components that would wait for each other for ever, if any.
void check_waits(const SimulatedJob& job, const CouplingSettings& settings, const DateTime& start);

}  // namespace groundswell
