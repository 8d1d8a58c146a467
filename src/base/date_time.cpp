// SPDX-License-Identifier: Apache-2.0
// Calendar arithmetic. Conversion between dates and days: Hinnant, "chrono-compatible low-level date
// algorithms".
#include "base/date_time.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t day_seconds = 86400;
constexpr std::array<int, 12> month_days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

bool is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_month(int year, int month, Calendar calendar) {
  if (calendar == Calendar::day360) return 30;
  const bool leap = calendar == Calendar::standard && is_leap(year);
  return month_days[month - 1] + (month == 2 && leap ? 1 : 0);
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t days_of_standard(int year, int month, int day) {
  const std::int64_t y = year - (month <= 2 ? 1 : 0);
  const std::int64_t era = floor_div(y, 400);
  const std::int64_t year_of_era = y - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

std::int64_t days_of(const DateParts& p, Calendar calendar) {
  if (calendar == Calendar::standard) return days_of_standard(p.year, p.month, p.day);
  std::int64_t day_of_year = p.day - 1;
  for (int m = 1; m < p.month; ++m) day_of_year += days_in_month(p.year, m, calendar);
  return std::int64_t(p.year - 1970) * (calendar == Calendar::noleap ? 365 : 360) + day_of_year;
}

DateParts date_of_standard(std::int64_t days) {
  const std::int64_t z = days + 719468;
  const std::int64_t era = floor_div(z, 146097);
  const std::int64_t day_of_era = z - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t mp = (5 * day_of_year + 2) / 153;
  DateParts p;
  p.day = int(day_of_year - (153 * mp + 2) / 5 + 1);
  p.month = int(mp < 10 ? mp + 3 : mp - 9);
  p.year = int(year_of_era + era * 400 + (p.month <= 2 ? 1 : 0));
  return p;
}

DateParts date_of(std::int64_t days, Calendar calendar) {
  if (calendar == Calendar::standard) return date_of_standard(days);
  const std::int64_t year_days = calendar == Calendar::noleap ? 365 : 360;
  DateParts p;
  p.year = int(1970 + floor_div(days, year_days));
  std::int64_t rest = days - std::int64_t(p.year - 1970) * year_days;
  p.month = 1;
  while (rest >= days_in_month(p.year, p.month, calendar)) {
    rest -= days_in_month(p.year, p.month, calendar);
    ++p.month;
  }
  p.day = int(rest) + 1;
  return p;
}

// Reads a date from left to right.
struct DateText {
  std::string_view rest;

  bool take(std::string_view any_of) {
    if (rest.empty() || any_of.find(rest[0]) == std::string_view::npos) return false;
    rest.remove_prefix(1);
    return true;
  }
  std::optional<int> number() {
    int value = 0;
    std::size_t n = 0;
    while (n < rest.size() && n < 6 && std::isdigit(static_cast<unsigned char>(rest[n])))
      value = value * 10 + (rest[n++] - '0');
    rest.remove_prefix(n);
    return n > 0 ? std::optional(value) : std::nullopt;
  }
  void skip(std::string_view any_of) {
    while (take(any_of)) {
    }
  }
};

// "1996-01-15", then optionally "T18", ":00", ":00" and a fraction of a second, which is dropped.
std::optional<DateParts> read_parts(DateText& date) {
  DateParts parts;
  for (int* part : {&parts.year, &parts.month, &parts.day}) {
    if (part != &parts.year && !date.take("- ")) return {};
    const std::optional<int> number = date.number();
    if (!number) return {};
    *part = *number;
  }
  if (date.rest.empty() || (!date.take("Tt: -") || date.rest.empty())) return parts;
  date.skip(" ");
  for (int* part : {&parts.hour, &parts.minute, &parts.second}) {
    if (part != &parts.hour && !date.take(":")) return parts;
    const std::optional<int> number = date.number();
    if (!number) return {};
    *part = *number;
  }
  if (date.take(".")) date.skip("0123456789");
  return parts;
}

// The offset from UTC [s], positive east of Greenwich, from what follows the time: "", "Z", "UTC", "+02:00",
// "-0330" or, as wgrib2 writes it, " 0:00".
std::optional<int> read_zone(DateText& date) {
  date.skip(" ");
  for (const char* utc : {"", "Z", "z", "UTC", "utc", "GMT"})
    if (date.rest == utc) return 0;
  const int sign = date.take("-") ? -1 : 1;
  if (sign > 0) date.take("+");
  const std::size_t before = date.rest.size();
  const std::optional<int> hours = date.number();
  if (!hours) return {};
  int minutes = *hours * 60;
  if (date.take(":")) {
    const std::optional<int> more = date.number();
    if (!more || *more >= 60) return {};
    minutes += *more;
  } else if (before - date.rest.size() == 4) {
    minutes = *hours / 100 * 60 + *hours % 100;
  }
  date.skip(" ");
  if (!date.rest.empty() || minutes > 18 * 60) return {};
  return sign * minutes * 60;
}

}  // namespace

Calendar calendar_from_name(std::string_view name) {
  std::string lower;
  for (char c : name) lower += char(std::tolower(static_cast<unsigned char>(c)));
  if (lower == "standard" || lower == "gregorian" || lower == "proleptic_gregorian")
    return Calendar::standard;
  if (lower == "noleap" || lower == "365_day") return Calendar::noleap;
  if (lower == "360_day") return Calendar::day360;
  throw Error(text("calendar '", name,
                   "' is not known; known are standard (gregorian, "
                   "proleptic_gregorian), noleap (365_day) and 360_day"));
}

DateTime::DateTime(const DateParts& p, Calendar calendar) : calendar_(calendar) {
  const bool valid = p.month >= 1 && p.month <= 12 && p.day >= 1 &&
                     p.day <= days_in_month(p.year, p.month, calendar) && p.hour >= 0 && p.hour < 24 &&
                     p.minute >= 0 && p.minute < 60 && p.second >= 0 && p.second < 60;
  require(valid, "there is no date ", p.year, "-", p.month, "-", p.day, " ", p.hour, ":", p.minute, ":",
          p.second, " in the ", name_of(calendars, calendar), " calendar");
  seconds_ = days_of(p, calendar) * day_seconds + p.hour * 3600 + p.minute * 60 + p.second;
}

DateTime DateTime::parse(std::string_view date, Calendar calendar) {
  DateText text{date};
  const std::optional<DateParts> parts = read_parts(text);
  const std::optional<int> zone = parts ? read_zone(text) : std::nullopt;
  require(zone.has_value(), "'", date, "' is not a date; write it as 1996-01-15T18:00:00Z");
  return DateTime(*parts, calendar) + -std::int64_t(*zone);
}

DateParts DateTime::parts() const {
  const std::int64_t days = floor_div(seconds_, day_seconds);
  const int rest = int(seconds_ - days * day_seconds);
  DateParts p = date_of(days, calendar_);
  p.hour = rest / 3600;
  p.minute = rest / 60 % 60;
  p.second = rest % 60;
  return p;
}

std::string DateTime::iso() const {
  const DateParts p = parts();
  char out[80];
  std::snprintf(out, sizeof out, "%04d-%02d-%02dT%02d:%02d:%02dZ", p.year, p.month, p.day, p.hour, p.minute,
                p.second);
  return out;
}

std::string DateTime::compact() const {
  std::string name = iso();
  std::erase_if(name, [](char c) { return c == '-' || c == ':'; });
  return name;
}

DateTime DateTime::operator+(std::int64_t seconds) const {
  DateTime later = *this;
  const bool overflows = __builtin_add_overflow(seconds_, seconds, &later.seconds_);
  if (overflows || later.seconds_ > longest_span || later.seconds_ < -longest_span)
    throw Error(text("there is no date ", seconds, " s after ", iso()));
  return later;
}

std::int64_t DateTime::operator-(const DateTime& other) const {
  ensure(calendar_ == other.calendar_, "dates of two calendars subtracted");
  return seconds_ - other.seconds_;
}

bool is_compact_date(std::string_view text) {
  const auto are_digits = [](std::string_view letters) {
    return std::ranges::all_of(letters, [](char c) { return c >= '0' && c <= '9'; });
  };
  const std::size_t t = text.find('T');
  const std::string_view day = text.substr(0, t);
  if (day.size() < 8 || !are_digits(day)) return false;
  if (t == std::string_view::npos) return true;
  const std::string_view time = text.substr(t + 1);
  return time.size() == 7 && time.back() == 'Z' && are_digits(time.substr(0, 6));
}

double fraction_of_second(std::string_view date) {
  double fraction = 0.0;
  const std::size_t point = date.find('.');
  if (point != std::string_view::npos)
    std::from_chars(date.data() + point, date.data() + date.size(), fraction);
  return fraction;
}

Alarm::Alarm(DateTime first, std::int64_t interval, DateTime last)
    : first_(first), last_(last), interval_(interval) {
  require(interval > 0, "an interval of ", interval, " s is not positive");
}

bool Alarm::due(const DateTime& now) const {
  return now >= first_ && now <= last_ && (now - first_) % interval_ == 0;
}

std::string duration_text(std::int64_t seconds) {
  if (std::abs(seconds) < 3600) return text(seconds, " s");
  return seconds % 86400 == 0 && seconds > 86400 ? text(seconds / 86400, " d")
                                                 : text(double(seconds) / 3600.0, " h");
}

}  // namespace groundswell
