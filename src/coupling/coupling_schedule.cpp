// SPDX-License-Identifier: Apache-2.0
#include "coupling/coupling_schedule.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t one_day = 86400;

int index_of(const std::vector<ScheduledComponent>& components, const std::string& name) {
  const auto found = std::ranges::find(components, name, &ScheduledComponent::name);
  ensure(found != components.end(), "a coupled field names '", name, "', which is not a component");
  return int(found - components.begin());
}

std::string padded(const std::string& word, std::size_t width) {
  return word + std::string(word.size() < width ? width - word.size() : 0, ' ');
}

}  // namespace

CouplingSchedule::CouplingSchedule(const CouplingSettings& settings,
                                   const std::vector<ScheduledComponent>& components)
    : settings_(settings) {
  ensure(names_of(components) == names_of(settings.components),
         "a schedule's components are not those of its job");
  if (components.empty()) return;
  check_clocks(components);
  start_ = components.front().clock.start;
  job_.n_slot = settings.n_slot;
  for (const ScheduledComponent& component : components)
    job_.components.push_back(
        {{component.clock.step, seconds(component.clock.end)}, component.takes_before_first_give});
  for (std::size_t i = 0; i < settings.fields.size(); ++i) {
    const CoupledFieldSettings& field = settings.fields[i];
    const int source = index_of(components, field.source), target = index_of(components, field.target);
    add_field(int(i), source, target);
    check_field(field, job_.fields[i], components[std::size_t(source)], components[std::size_t(target)]);
  }
  check_waits(job_, settings_, start_);
}

void CouplingSchedule::add_field(int field, int source, int target) {
  job_.fields.emplace_back(settings_.fields[std::size_t(field)], job_.components[std::size_t(source)].steps,
                           job_.components[std::size_t(target)].steps);
  auto pair = std::ranges::find_if(
      job_.pairs, [&](const CoupledPair& known) { return known.source == source && known.target == target; });
  if (pair == job_.pairs.end()) pair = job_.pairs.insert(pair, {source, target, {}});
  pair->fields.push_back(field);
}

int CouplingSchedule::pair_of(int field) const {
  const auto has_field = [&](const CoupledPair& pair) {
    return std::ranges::find(pair.fields, field) != pair.fields.end();
  };
  return int(std::ranges::find_if(job_.pairs, has_field) - job_.pairs.begin());
}

std::vector<bool> CouplingSchedule::fields_due(int pair, const DateTime& date) const {
  std::vector<bool> due;
  for (const int field : job_.pairs.at(std::size_t(pair)).fields)
    due.push_back(dates_of(field).gives_at(seconds(date)));
  return due;
}

std::optional<DateTime> CouplingSchedule::next_event(int pair, const DateTime& date) const {
  std::optional<DateTime> next;
  for (const int field : job_.pairs.at(std::size_t(pair)).fields) {
    const std::optional<std::int64_t> later = dates_of(field).next_at_source(seconds(date));
    if (later && (!next || start_ + *later < *next)) next = start_ + *later;
  }
  return next;
}

bool CouplingSchedule::ends_period(int field, const DateTime& date) const {
  const CoupledDates& dates = dates_of(field);
  return dates.at_source(dates.newest_at_source(seconds(date))) == seconds(date);
}

std::int64_t CouplingSchedule::number_given_at(int field, const DateTime& date) const {
  ensure(dates_of(field).gives_at(seconds(date)), "a value is looked for at a date at which none is given");
  return dates_of(field).newest_at_source(seconds(date));
}

std::int64_t CouplingSchedule::most_kept(int field) const {
  return settings_.fields[std::size_t(field)].lag / dates_of(field).period() + 3;
}

std::int64_t CouplingSchedule::step_begin(int field, const DateTime& date) const {
  const StepDates& target = job_.components[std::size_t(pairs()[std::size_t(pair_of(field))].target)].steps;
  return std::min(seconds(date), target.end - target.step);
}

std::vector<CoupledValue> CouplingSchedule::values_used(int field, const DateTime& date) const {
  return values(field, dates_of(field).used_at(step_begin(field, date)));
}

std::vector<CoupledValue> CouplingSchedule::values_kept(int field, const DateTime& date) const {
  const CoupledDates& dates = dates_of(field);
  return values(field, {std::max(dates.used_at(step_begin(field, date)).first, dates.given().first),
                        std::min(dates.newest_at_source(seconds(date)), dates.given().last)});
}

std::vector<CoupledValue> CouplingSchedule::values(int field, const NumberRange& numbers) const {
  std::vector<CoupledValue> values;
  for (std::int64_t number = numbers.first; number <= numbers.last; ++number)
    values.push_back(value(field, number));
  return values;
}

std::optional<CoupledValue> CouplingSchedule::first_given(int field) const {
  const NumberRange& given = dates_of(field).given();
  return given.empty() ? std::nullopt : std::optional(value(field, given.first));
}

std::optional<CoupledValue> CouplingSchedule::last_given(int field) const {
  const NumberRange& given = dates_of(field).given();
  return given.empty() ? std::nullopt : std::optional(value(field, given.last));
}

CoupledValue CouplingSchedule::value(int field, std::int64_t number) const {
  const CoupledDates& dates = dates_of(field);
  return {number, start_ + dates.due(number), start_ + dates.at_source(number), number < dates.given().first};
}

void CouplingSchedule::check_restart(const DateTime& date) const {
  const std::int64_t at = seconds(date);
  for (std::size_t i = 0; i < job_.components.size(); ++i) {
    const StepDates& steps = job_.components[i].steps;
    require(at <= steps.end, "the job cannot write restarts at ", date.iso(), ", as ",
            settings_.components[i].name, " has ended at ", (start_ + steps.end).iso(),
            "; let all components end at the same date, or write restarts before that one only");
    require(at % steps.step == 0 && at >= 0, "the job cannot write restarts at ", date.iso(),
            ", which is not a date of the steps of ", settings_.components[i].name,
            "; choose a date at which all components begin or end a step");
  }
  for (const CoupledPair& pair : job_.pairs)
    for (const int field : pair.fields) {
      const CoupledDates& dates = dates_of(field);
      const SimulatedComponent& target = job_.components[std::size_t(pair.target)];
      if (at == 0 && !target.takes_before_first_give) continue;
      const std::int64_t newest = dates.used_at(std::max(at - target.steps.step, std::int64_t(0))).last;
      require(!dates.given().contains(newest) || dates.at_source(newest) <= at,
              "the job cannot write restarts at ", date.iso(), ": ",
              settings_.components[std::size_t(pair.target)].name, " uses '",
              settings_.fields[std::size_t(field)].name, "' of ", (start_ + dates.at_source(newest)).iso(),
              " to get there; choose a date at which a new value of it is due");
    }
}

std::vector<std::string> CouplingSchedule::first_day() const {
  std::size_t name_width = 0, way_width = 0;
  for (const CoupledFieldSettings& field : settings_.fields) {
    name_width = std::max(name_width, field.name.size());
    way_width = std::max(way_width, field.source.size() + field.target.size() + 4);
  }
  std::vector<std::string> lines;
  for (const FieldExchange& exchange : simulate_coupling(job_, one_day).exchanges) {
    const CoupledFieldSettings& field = settings_.fields[std::size_t(exchange.field)];
    const CoupledValue given = value(exchange.field, exchange.number);
    std::string line =
        text(given.given.iso(), "  ", padded(field.name, name_width), "  ",
             padded(field.source + " -> " + field.target, way_width), "  for ", given.due.iso());
    if (field.lag > 0) line += text(", lag ", duration_text(field.lag));
    if (field.statistic != CoupledStatistic::instant)
      line += text(", ", name_of(coupled_statistics, field.statistic), " of ", duration_text(field.period));
    lines.push_back(line);
  }
  return lines;
}

}  // namespace groundswell
