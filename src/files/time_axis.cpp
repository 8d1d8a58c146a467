// SPDX-License-Identifier: Apache-2.0
#include "files/time_axis.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"

namespace groundswell {
namespace {

constexpr double seconds_per_day = 86400.0;
constexpr double most_seconds = 1e12;  // about 30,000 years before or after the reference date
constexpr double mean_month_days = 365.25 / 12.0;

struct TimeUnits {
  std::string unit;       // "hours", "months"
  std::string reference;  // the date that follows "since"
};

bool is_word(const std::string& word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* known) { return word == known; });
}

// Reads units such as "hours since 1996-01-05 00:00"; without units, the reference date comes from a
// character variable and the unit is the hour.
TimeUnits read_units(const NetcdfReader& reader, const std::string& name) {
  if (const auto units = reader.units(name)) {
    const std::size_t since = units->find(" since ");
    require(since != std::string::npos, "the time axis '", name, "' of '", reader.path(), "' has units '",
            *units, "'; they must be like 'hours since 1996-01-05 00:00'");
    return {units->substr(0, since), units->substr(since + 7)};
  }
  for (const NetcdfVariable& variable : reader.variables())
    if (variable.is_text && is_word(variable.name, {"reftime", "reference_time", "base_time", "base_date"}))
      return {"hours", reader.read_text(variable.name)};
  throw Error(
      text("the time axis '", name, "' of '", reader.path(),
           "' has no units and the file has no reference date; give it units such as 'hours since 1996-01-05 "
           "00:00'"));
}

// The year of a reference date, which need not exist in any calendar ("0000-01-01").
int year_of(const std::string& reference) {
  try {
    return std::stoi(reference);
  } catch (const std::exception&) {
    return -1;
  }
}

DateTime add_months(const DateTime& reference, double months) {
  DateParts parts = reference.parts();
  const int whole = int(std::floor(months));
  const int month = parts.month - 1 + whole;
  parts.year += int(std::floor(month / 12.0));
  parts.month = (month % 12 + 12) % 12 + 1;
  return DateTime(parts, reference.calendar()) +
         std::llround((months - whole) * mean_month_days * seconds_per_day);
}

std::vector<std::size_t> months_of_climatology(const std::vector<double>& days, const std::string& name,
                                               const std::string& path) {
  std::vector<std::size_t> months(12, days.size());
  for (std::size_t record = 0; record < days.size(); ++record) {
    const double month = std::floor(days[record] / mean_month_days);
    if (month >= 0.0 && month < 12.0) months[std::size_t(month)] = record;
  }
  const bool complete = days.size() == 12 && std::count(months.begin(), months.end(), days.size()) == 0;
  require(
      complete, "the time axis '", name, "' of '", path,
      "' counts from year 0 or 1, as climatologies do, but does not have one value for each of the twelve "
      "months; give it real dates");
  return months;
}

}  // namespace

std::optional<DateTime> in_calendar(const DateTime& date, Calendar calendar) {
  if (date.calendar() == calendar) return date;
  try {
    return DateTime(date.parts(), calendar);
  } catch (const Error&) {
    return {};
  }
}

TimeAxis read_time_axis(const NetcdfReader& reader, const std::string& name, Calendar calendar) {
  const TimeUnits units = read_units(reader, name);
  const std::vector<double> steps = reader.read<double>(name);
  for (double step : steps)
    require(std::isfinite(step), "the time axis '", name, "' of '", reader.path(), "' has a missing value");
  const bool in_months = is_word(units.unit, {"month", "months"});
  double unit_seconds = 0.0;
  try {
    unit_seconds = in_months ? mean_month_days * seconds_per_day : conversion_factor(units.unit, "s");
    TimeAxis axis;
    if (const int year = year_of(units.reference); year == 0 || (year == 1 && steps.size() == 12)) {
      std::vector<double> days;
      for (double step : steps) days.push_back(step * unit_seconds / seconds_per_day);
      axis.months = months_of_climatology(days, name, reader.path());
      return axis;
    }
    const Calendar own = calendar_from_name(reader.text_attribute(name, "calendar").value_or("standard"));
    const bool one_is_360 = (own == Calendar::day360) != (calendar == Calendar::day360);
    require(!one_is_360, "its calendar is ", name_of(calendars, own),
            ", which has no dates in common with the run's ", name_of(calendars, calendar),
            "; set the run's calendar to ", name_of(calendars, own));
    const DateTime reference = DateTime::parse(units.reference, own);
    const double past_second = fraction_of_second(units.reference);
    for (std::size_t record = 0; record < steps.size(); ++record) {
      const double seconds = steps[record] * unit_seconds + past_second;
      require(std::abs(seconds) < most_seconds, "value ", record + 1, " is ", steps[record],
              ", which is not a date");
      const DateTime date =
          in_months ? add_months(reference, steps[record]) : reference + std::llround(seconds);
      const double fraction = in_months ? 0.0 : seconds - std::round(seconds);
      if (const auto there = in_calendar(date, calendar)) axis.records.push_back({*there, record, fraction});
    }
    return axis;
  } catch (const Error& error) {
    throw Error(text("the time axis '", name, "' of '", reader.path(), "' cannot be used: ", error.what()));
  }
}

std::vector<DatedRecord> repeat_months(const std::vector<std::size_t>& months, const DateTime& start,
                                       const DateTime& end) {
  std::vector<DatedRecord> out;
  for (int year = start.parts().year - 1; year <= end.parts().year + 1; ++year)
    for (int month = 1; month <= 12; ++month) {
      const DateTime first({year, month, 1}, start.calendar());
      const DateTime next({month == 12 ? year + 1 : year, month % 12 + 1, 1}, start.calendar());
      out.push_back({first + (next - first) / 2, months[std::size_t(month - 1)]});
    }
  return out;
}

}  // namespace groundswell
