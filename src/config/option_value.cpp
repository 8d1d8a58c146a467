// SPDX-License-Identifier: Apache-2.0
// Numbers are read and written independently of the locale, so that a decimal comma cannot change a file's
// meaning.
#include "config/option_value.hpp"

#include <glob.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "base/utf8.hpp"

namespace groundswell {
namespace {

std::string shortest(double value, bool single) {
  const bool plain = value == 0.0 || (std::abs(value) >= 1e-4 && std::abs(value) < 1e9);
  const std::chars_format format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  char digits[64];
  const auto end = single ? std::to_chars(digits, digits + sizeof digits, float(value), format)
                          : std::to_chars(digits, digits + sizeof digits, value, format);
  return std::string(digits, end.ptr);
}

// Candidate units for writing a value; the option's own unit comes last.
std::vector<std::string> friendly_units(const std::string& unit) {
  if (unit == "s") return {"d", "h", "min", "s"};
  if (unit == "m") return {"km", "m"};
  if (unit == "B") return {"GB", "MB", "kB", "B"};
  return {unit};
}

std::string example_of(const std::string& unit) {
  if (unit == "s") return "600 s, 2 h or 5 d";
  if (unit == "m") return "500 m or 12 km";
  return unit.empty() ? "0.5" : "10 " + unit;
}

struct NumberInText {
  double value;
  std::size_t length;  // [characters]
};

// The finite number with which a text begins, if there is one.
std::optional<NumberInText> first_number(const std::string& written) {
  const std::size_t start = !written.empty() && written[0] == '+' ? 1 : 0;
  double value = 0.0;
  const char* last = written.data() + written.size();
  const auto [stop, problem] = std::from_chars(written.data() + start, last, value);
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  return NumberInText{value, std::size_t(stop - written.data())};
}

}  // namespace

bool begins_with_number(const std::string& written) {
  return first_number(written).has_value();
}

double parse_number(const std::string& written, const std::string& unit) {
  const auto first = first_number(written);
  require(first.has_value(), "is '", written, "', which is not a number; write for example ",
          example_of(unit));
  const double value = first->value;
  std::string suffix = written.substr(first->length);
  suffix.erase(0, std::min(suffix.find_first_not_of(' '), suffix.size()));
  if (suffix.empty()) return value;
  try {
    // Divide if 1/factor is an integer (so that 30 % is exactly 0.3), multiply otherwise.
    const double factor = conversion_factor(suffix, unit);
    return factor < 1.0 && std::round(1.0 / factor) == 1.0 / factor ? value / (1.0 / factor) : value * factor;
  } catch (const Error& error) {
    if (unit.empty()) throw Error(text("is '", written, "', but it has no unit; write a plain number"));
    throw Error(text("is '", written, "', but ", error.what(), "; write for example ", example_of(unit)));
  }
}

std::int64_t parse_integer(const std::string& written, const std::string& unit) {
  const double value = parse_number(written, unit);
  require(value == std::floor(value) && std::abs(value) < 9e15, "is '", written,
          "', which is not a whole number", unit.empty() ? "" : " of ", unit);
  return std::int64_t(value);
}

bool parse_bool(const std::string& written) {
  for (const char* yes : {"true", "yes", "on", "True", "Yes", "On"})
    if (written == yes) return true;
  for (const char* no : {"false", "no", "off", "False", "No", "Off"})
    if (written == no) return false;
  throw Error(text("is '", written, "'; write true or false"));
}

std::string parse_text(const std::string& written) {
  // Unicode's control characters and line breaks: U+0000 to U+001F, U+007F to U+009F, U+2028 and U+2029.
  const auto has = [&](const char* letters) { return written.find(letters) != std::string::npos; };
  bool is_plain = !has("\x7f") && !has("\u2028") && !has("\u2029");
  std::string shown;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto byte = static_cast<unsigned char>(written[i]);
    const bool is_second = i > 0 && written[i - 1] == '\xc2' && byte >= 0x80 && byte < 0xa0;
    if (byte < 0x20 || is_second) is_plain = false;
    shown += byte < 0x20 ? ' ' : written[i];
  }
  require(is_plain, "is '", shown,
          "', which has a line break or another control character; write it on one line");
  require(find_not_utf8(written) == std::string::npos, "is '", shown_as_utf8(shown),
          "', which is not valid UTF-8; write it in that encoding");
  return written;
}

DateTime parse_date(const std::string& written) {
  try {
    return DateTime::parse(written);
  } catch (const Error&) {
    try {
      return DateTime::parse(written, Calendar::day360);
    } catch (const Error&) {
    }
    throw;
  }
}

std::filesystem::path parse_path(const std::string& written, const std::filesystem::path& folder) {
  if (written.empty()) return {};
  if (written[0] != '~')
    return std::filesystem::path(written).is_relative() ? (folder / written).lexically_normal()
                                                        : std::filesystem::path(written);
  require(written.size() == 1 || written[1] == '/', "is '", written,
          "', but ~ stands for your own home folder only; write the path in full, or ./", written,
          " for a file of that name");
  const char* home = std::getenv("HOME");
  require(home != nullptr && home[0] == '/', "is '", written,
          "', but the environment has no HOME; write the path in full");
  return std::filesystem::path(home + written.substr(1)).lexically_normal();
}

std::vector<std::filesystem::path> parse_pattern(const std::string& written,
                                                 const std::filesystem::path& folder) {
  const std::filesystem::path path = parse_path(written, folder);
  std::error_code ignored;
  if (written.find_first_of("*?[") == std::string::npos || std::filesystem::exists(path, ignored))
    return {path};
  ::glob_t found{};
  std::vector<std::filesystem::path> files;
  if (::glob(path.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  std::sort(files.begin(), files.end());
  require(!files.empty(), "is '", written, "', a pattern that matches no file; check the path");
  return files;
}

std::string write_number(double value, const std::string& unit, bool single) {
  for (const std::string& larger : friendly_units(unit)) {
    if (larger == unit) break;
    const double factor = conversion_factor(larger, unit);
    if (unit == "s" && std::fmod(value, factor) != 0.0) continue;  // 90 min, not 1.5 h
    const std::string candidate = shortest(value / factor, single) + " " + larger;
    if (std::abs(value) >= factor && candidate.size() < 7 && parse_number(candidate, unit) == value)
      return candidate;
  }
  return unit.empty() ? shortest(value, single) : shortest(value, single) + " " + unit;
}

}  // namespace groundswell
