// SPDX-License-Identifier: Apache-2.0
#include "boundary/wave_directions.hpp"

#include <algorithm>
#include <cctype>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

std::string lower_attribute(const NetcdfReader& reader, const std::string& variable, const char* name) {
  std::string words = reader.text_attribute(variable, name).value_or("");
  for (char& c : words) c = char(std::tolower(static_cast<unsigned char>(c)));
  return words;
}

bool contains(const std::string& words, const char* word) {
  return words.find(word) != std::string::npos;
}

bool begins_with(const std::string& words, const char* word) {
  return words.rfind(word, 0) == 0;
}

}  // namespace

std::optional<bool> says_towards(const NetcdfReader& reader, const std::string& variable) {
  for (const char* attribute : {"standard_name", "long_name"}) {
    std::string words = lower_attribute(reader, variable, attribute);
    std::ranges::replace(words, ',', ' ');
    words += ' ';  // where it ends with "to"
    for (const std::string phrase : {"relative to", "respect to", "referenced to"})
      for (std::size_t at; (at = words.find(phrase)) != std::string::npos;) words.erase(at, phrase.size());
    const bool to = contains(words, "_to_") || contains(words, " to "), from = contains(words, "from");
    if (to != from) return to;
  }
  return {};
}

double angle_factor(const NetcdfReader& reader, const std::string& variable) {
  const std::string unit = lower_attribute(reader, variable, "units");
  if (unit.empty() || begins_with(unit, "deg")) return degree;
  if (begins_with(unit, "rad") || unit == "1" || unit == "dimensionless") return 1.0;
  throw Error(text("variable '", variable, "' of '", reader.path(), "' has units '", unit,
                   "' where an angle is needed; give it the units degree or radian"));
}

}  // namespace groundswell
