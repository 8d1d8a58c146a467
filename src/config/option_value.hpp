// SPDX-License-Identifier: Apache-2.0
// Reads values of each type from text and writes them as text. Numbers may have a unit ("12 km"); they are
// stored in the unit of their option. Every `parse` throws Error with the end of a sentence that begins with
// the option's name ("is 'fast', which is not a number"); parse_date throws a whole sentence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/date_time.hpp"
#include "base/error.hpp"

namespace groundswell {

// Reads a number with or without a unit and converts it to `unit`; a number without a unit is in `unit`
// already. If `unit` is "", plain numbers and percentages are allowed.
double parse_number(const std::string& written, const std::string& unit);
// Whether it begins with a finite number.
bool begins_with_number(const std::string& written);
std::int64_t parse_integer(const std::string& written, const std::string& unit);
bool parse_bool(const std::string& written);
// A date of the standard calendar or, if that has no such date (30 February), of the calendar with 30 days in
// each month. OptionTable::use_calendar converts it to the intended calendar.
DateTime parse_date(const std::string& written);
// Names and titles appear in log lines and in files, so control characters, line breaks and bytes that are
// not UTF-8 are rejected.
std::string parse_text(const std::string& written);
// The one rule for paths that a user writes: a relative one starts at `folder`, ~ is the user's home folder
// ($HOME); "" stays empty.
std::filesystem::path parse_path(const std::string& written, const std::filesystem::path& folder);
// The files that match a pattern with *, ? or [], sorted; a name without these characters, or one that exists
// as written, is the only path returned.
std::vector<std::filesystem::path> parse_pattern(const std::string& written,
                                                 const std::filesystem::path& folder);

// The shortest text that reads back to the same bits, in the largest unit in which it is short ("6 h", "12
// km"). Set `single` if the value is a float.
std::string write_number(double value, const std::string& unit, bool single = false);

template <class T>
T parse_value(const std::string& written, const std::string& unit) {
  if constexpr (std::is_same_v<T, bool>) {
    return parse_bool(written);
  } else if constexpr (std::is_integral_v<T>) {
    const std::int64_t value = parse_integer(written, unit);
    require(value >= std::int64_t(std::numeric_limits<T>::min()) &&
                value <= std::int64_t(std::numeric_limits<T>::max()),
            "is ", written, ", which is too large a number here");
    return T(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return T(parse_number(written, unit));
  } else if constexpr (std::is_same_v<T, DateTime>) {
    return parse_date(written);
  } else {
    return parse_text(written);
  }
}

template <class T>
std::string write_value(const T& value, const std::string& unit) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return write_number(double(value), unit, std::is_same_v<T, float>);
  } else if constexpr (std::is_same_v<T, DateTime>) {
    return value.iso();
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return value.string();
  } else {
    return std::string(value);
  }
}

// The type's name in the reference.
template <class T>
std::string type_name() {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_integral_v<T>) return "whole number";
  if constexpr (std::is_floating_point_v<T>) return "number";
  if constexpr (std::is_same_v<T, DateTime>) return "date";
  if constexpr (std::is_same_v<T, std::filesystem::path>) return "path";
  return "text";
}

}  // namespace groundswell
