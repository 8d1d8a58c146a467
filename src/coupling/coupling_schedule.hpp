// SPDX-License-Identifier: Apache-2.0
// When which field of a job is given, and what a target uses in each of its steps; the same on all processes.
// coupled_dates.hpp says which values are given, coupling_simulation.hpp in which order and who waits for
// whom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "coupling/coupled_dates.hpp"
#include "coupling/coupling_settings.hpp"
#include "coupling/coupling_simulation.hpp"
#include "coupling/schedule_checks.hpp"

namespace groundswell {

// One value of a field: number k, due at the target at t_k and given by the source at its date s_k.
struct CoupledValue {
  std::int64_t number = 0;
  DateTime due, given;
  bool is_first = false;  // never given; the field's `first` stands for it
};

class CouplingSchedule {
 public:
  // `components` in the order of the settings, with the clocks of the whole job: a run that goes on from a
  // restart keeps the start. Throws Error as check_clocks(), check_field() and check_waits() do.
  CouplingSchedule(const CouplingSettings& settings, const std::vector<ScheduledComponent>& components);

  // In the order of their first fields; a component gives to its pairs in this order.
  const std::vector<CoupledPair>& pairs() const { return job_.pairs; }
  // The number in pairs() of a field's pair.
  int pair_of(int field) const;

  // For each field of the pair (in its order), whether it is given at this date of the source.
  std::vector<bool> fields_due(int pair, const DateTime& date) const;
  // The dates at which something of the pair is given, one after the other: the first, and the next one after
  // `date`.
  std::optional<DateTime> first_event(int pair) const { return next_event(pair, start_ + -1); }
  std::optional<DateTime> next_event(int pair, const DateTime& date) const;

  // Whether a period of the field ends at this date of the source, even if it gives no value then.
  bool ends_period(int field, const DateTime& date) const;
  // The number of the value that the source gives at this date.
  std::int64_t number_given_at(int field, const DateTime& date) const;
  // The most values that a target may have to keep.
  std::int64_t most_kept(int field) const;

  // What the target uses in a step that begins at `date`, or at its end has used in its last step: one value
  // for `previous` and `next`, two for `linear`, in the order of their dates.
  std::vector<CoupledValue> values_used(int field, const DateTime& date) const;
  // What a target that has received all values given up to `date`, at which it begins a step or ends, still
  // uses of them: what it must keep, and what its restart has.
  std::vector<CoupledValue> values_kept(int field, const DateTime& date) const;
  // The first and last value of a field that are given, if any.
  std::optional<CoupledValue> first_given(int field) const;
  std::optional<CoupledValue> last_given(int field) const;
  CoupledValue value(int field, std::int64_t number) const;

  // Throws Error, naming component or field, if the job cannot be interrupted at this date by a restart of
  // all components: it is not a date of a component's steps, or a target needs a value of a later date to get
  // there.
  void check_restart(const DateTime& date) const;

  // The exchanges of the first day as lines of text, in the order of an execution with one component at a
  // time.
  std::vector<std::string> first_day() const;

 private:
  // When a target's step begins [s since the start] in which it uses what it has at a date; see
  // values_used().
  std::int64_t step_begin(int field, const DateTime& date) const;
  std::int64_t seconds(const DateTime& date) const { return date - start_; }
  const CoupledDates& dates_of(int field) const { return job_.fields.at(std::size_t(field)); }
  void add_field(int field, int source, int target);
  std::vector<CoupledValue> values(int field, const NumberRange& numbers) const;

  CouplingSettings settings_;
  DateTime start_;
  SimulatedJob job_;
};

}  // namespace groundswell
