// SPDX-License-Identifier: Apache-2.0
// Model time: whole seconds in one of the CF calendars, and alarms that become due at intervals.
// Reference: CF conventions 1.8, section 4.4.1 (calendars).
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/names.hpp"

namespace groundswell {

// `standard` is the proleptic Gregorian calendar; `noleap` has 365 days per year, `day360` 30 per month.
enum class Calendar { standard, noleap, day360 };
inline constexpr NamedValue<Calendar> calendars[] = {
    {"standard", Calendar::standard}, {"noleap", Calendar::noleap}, {"360_day", Calendar::day360}};

// The calendar of a CF name (gregorian, standard, proleptic_gregorian, noleap, 365_day, 360_day).
// Throws Error for another name.
Calendar calendar_from_name(std::string_view name);

// Upper bound on the time between a computed date and 1970, and on intervals [s]; more than 100 million
// years.
inline constexpr std::int64_t longest_span = 4'000'000'000'000'000;

struct DateParts {
  int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0;
};

class DateTime {
 public:
  DateTime() = default;
  // Throws Error if the parts are not a date of the calendar (such as 31 February).
  explicit DateTime(const DateParts& parts, Calendar calendar = Calendar::standard);
  // Reads "1996-01-15", "1996-01-15 18:00", "1996-01-15T18:00:00Z", "1996-01-15 18:00:00.0 +01:00". Fields
  // may have one digit, and blanks may separate year, month and day, as in old files. Throws Error if the
  // text is not a date of the calendar.
  static DateTime parse(std::string_view date, Calendar calendar = Calendar::standard);

  DateParts parts() const;
  std::string iso() const;      // 1996-01-15T18:00:00Z
  std::string compact() const;  // 19960115T180000Z, for names of files
  Calendar calendar() const { return calendar_; }
  // Seconds since 1970-01-01 00:00 in this calendar.
  std::int64_t seconds() const { return seconds_; }

  // Throws Error if the result is more than longest_span from 1970.
  DateTime operator+(std::int64_t seconds) const;
  // Seconds from `other` to this; both must use the same calendar.
  std::int64_t operator-(const DateTime& other) const;
  std::strong_ordering operator<=>(const DateTime& other) const { return seconds_ <=> other.seconds_; }
  bool operator==(const DateTime& other) const { return seconds_ == other.seconds_; }

 private:
  std::int64_t seconds_ = 0;
  Calendar calendar_ = Calendar::standard;
};

// From `begin` to `end`; an instant if both are the same.
struct TimeInterval {
  DateTime begin, end;
  std::int64_t seconds() const { return end - begin; }
  DateTime middle() const { return begin + seconds() / 2; }
};

// Whether a text has the form of a compact() date, or of the day of one (19960115).
bool is_compact_date(std::string_view text);

// The fraction of a second in the text of a date, which DateTime::parse() drops.
double fraction_of_second(std::string_view date);

// Due at `first`, then every `interval` seconds, up to and including `last`.
class Alarm {
 public:
  // Throws Error unless interval > 0.
  Alarm(DateTime first, std::int64_t interval, DateTime last);
  bool due(const DateTime& now) const;
  // The total number of times it is due.
  std::int64_t count() const { return last_ < first_ ? 0 : (last_ - first_) / interval_ + 1; }

 private:
  DateTime first_, last_;
  std::int64_t interval_;
};

// A length of time for a message: whole days above one as days, other times from an hour on as hours, shorter
// ones as seconds ("2 d", "1.5 h", "90 s").
std::string duration_text(std::int64_t seconds);

}  // namespace groundswell
