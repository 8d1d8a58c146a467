// SPDX-License-Identifier: Apache-2.0
#include "coupling/schedule_checks.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Throws Error if the component has no step at all dates first + k interval.
void check_meeting(const std::string& field, const char* role, const ScheduledComponent& component,
                   std::int64_t first, std::int64_t period, const char* options) {
  const std::int64_t step = component.clock.step;
  require(period % step == 0, field, ": its period is ", period, " s, but its ", role, ", ", component.name,
          ", has steps of ", step,
          " s: the two can never meet at every date; make fields.period a multiple of ", step, " s");
  require(first % step == 0, field, ": ", options, " is ", first, " s, but its ", role, ", ", component.name,
          ", has steps of ", step, " s: the two can never meet; make ", options, " a multiple of ", step,
          " s");
}

// Why the value due at t_k is never given.
std::string reason_of_first(const CoupledFieldSettings& field, std::int64_t number, const DateTime& start) {
  if (number < 0)
    return text("its first value is due ", field.offset, " s (fields.offset) later, at ",
                (start + field.offset).iso());
  const DateTime due = start + (field.offset + number * field.period), given = due + -field.lag;
  if (given < start)
    return text("the value due at ", due.iso(), " would be that of ", given.iso(), ", ", field.lag,
                " s (fields.lag) earlier");
  return text("the value due at ", due.iso(), " would be the ", name_of(coupled_statistics, field.statistic),
              " over the ", field.period, " s (fields.period) before ", given.iso());
}

std::string describe_wait(const ComponentWait& wait, const CouplingSettings& settings,
                          const DateTime& start) {
  const std::string at = text(" waits at ", (start + wait.date).iso(), " for ");
  const std::string& other = settings.components[std::size_t(wait.other)].name;
  if (wait.field < 0) return text(at, other, " to receive what it was given before");
  return text(at, "'", settings.fields[std::size_t(wait.field)].name, "' of ", other);
}

// "waves waits at DATE for 'wind' of atmosphere, which waits at DATE for 'charnock' of waves"
std::string describe_cycle(const std::vector<ComponentWait>& cycle, const CouplingSettings& settings,
                           const DateTime& start) {
  std::string chain = settings.components[std::size_t(cycle.at(0).component)].name;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    chain += (i == 0 ? "" : ", which") + describe_wait(cycle[i], settings, start);
  return chain;
}

bool would_end(SimulatedJob job, int n_slot) {
  job.n_slot = n_slot;
  return simulate_coupling(job, -1).cycle.empty();
}

// The least number of slots with which all components end; they do not with `few`, and do with `enough`.
int least_slots(const SimulatedJob& job, int few, int enough) {
  while (enough - few > 1) {
    const int middle = few + (enough - few) / 2;
    (would_end(job, middle) ? enough : few) = middle;
  }
  return enough;
}

}  // namespace

void check_clocks(const std::vector<ScheduledComponent>& components) {
  for (const ScheduledComponent& component : components) {
    const auto& [start, end, step] = component.clock;
    const ScheduledComponent& first = components.front();
    require(start.calendar() == first.clock.start.calendar() && end.calendar() == start.calendar(),
            first.name, " has the calendar ", name_of(calendars, first.clock.start.calendar()), ", but ",
            component.name, " has ",
            name_of(calendars,
                    start.calendar() == first.clock.start.calendar() ? end.calendar() : start.calendar()),
            "; give all components of a job the same calendar");
    require(start == first.clock.start, first.name, " starts at ", first.clock.start.iso(), ", but ",
            component.name, " at ", start.iso(), "; let all components of a job start at the same date");
    require(step > 0, component.name, " has steps of ", step, " s; a step must be above 0 s");
    require(end > start, component.name, " ends at ", end.iso(), ", which is not after its start, ",
            start.iso());
    require((end - start) % step == 0, component.name, " runs from ", start.iso(), " to ", end.iso(),
            ", which is not a whole number of its steps of ", step, " s");
  }
}

void check_field(const CoupledFieldSettings& field, const CoupledDates& dates,
                 const ScheduledComponent& source, const ScheduledComponent& target) {
  const std::string name = text("field '", field.name, "'");
  const DateTime& start = source.clock.start;
  check_meeting(name, "target", target, field.offset, field.period, "fields.offset");
  check_meeting(name, "source", source, field.offset - field.lag, field.period,
                "fields.offset minus fields.lag");
  const std::int64_t last = dates.used().last;
  if (dates.given().contains(last)) {
    const DateTime needed = start + dates.at_source(last);
    require(needed <= source.clock.end, name, ": its source, ", source.name, ", ends early, at ",
            source.clock.end.iso(), "; ", target.name, ", which ends at ", target.clock.end.iso(),
            ", still uses the value due at ", (start + dates.due(last)).iso(), ", that of ", needed.iso(),
            "; let ", source.name, " run until then, or ", target.name, " end earlier");
  }
  const std::int64_t first = dates.used().first;
  require(field.has_first() || first >= dates.given().first, name, ": ", target.name, " uses it from ",
          start.iso(), " on, but ", reason_of_first(field, first, start),
          "; say which value it uses until then (fields.first), or name a file with it (fields.first_file)");
}

void check_waits(const SimulatedJob& job, const CouplingSettings& settings, const DateTime& start) {
  std::vector<ComponentWait> cycle = simulate_coupling(job, -1).cycle;
  if (cycle.empty()) return;
  const bool lacks_slots = job.n_slot < most_coupling_slots && would_end(job, most_coupling_slots);
  if (!lacks_slots && std::ranges::any_of(cycle, [](const ComponentWait& wait) { return wait.field < 0; })) {
    SimulatedJob more = job;
    more.n_slot = most_coupling_slots;
    cycle = simulate_coupling(more, -1).cycle;
  }
  const std::string chain =
      "the components would wait for each other for ever: " + describe_cycle(cycle, settings, start);
  require(!lacks_slots, chain, "; make coupling.slots ",
          lacks_slots ? least_slots(job, job.n_slot, most_coupling_slots) : 0, " or more, instead of ",
          job.n_slot);
  throw Error(text(chain, "; give one of these fields a lag (fields.lag) and a first value (fields.first)"));
}

}  // namespace groundswell
