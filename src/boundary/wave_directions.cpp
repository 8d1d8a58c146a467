// SPDX-License-Identifier: Apache-2.0
#include "boundary/wave_directions.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>

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

// The words of a text, separated by single blanks; "|" marks the end of a clause.
std::string split_words(const std::string& text) {
  std::string out = " ";
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += c;
    else if (c == ' ' || c == '_' || c == '-')
      out += ' ';
    else
      out += " | ";
  }
  out += " | ";
  for (std::size_t at; (at = out.find("  ")) != std::string::npos;) out.erase(at, 1);
  return out;
}

bool has_any(const std::string& words, std::initializer_list<const char*> phrases) {
  return std::ranges::any_of(phrases, [&](const char* phrase) { return contains(words, phrase); });
}

// Whether a long_name says that its directions are those that waves travel to (true) or come from (false);
// empty if it says neither or both. Other uses of "to" and "from" ("due to wind", "derived from", "clockwise
// from north") are ignored.
std::optional<bool> words_say_towards(const std::string& text) {
  std::string words = split_words(text);
  for (const std::string reference : {" relative to ", " respect to ", " referenced to "})
    for (std::size_t at; (at = words.find(reference)) != std::string::npos;)
      words.erase(at, reference.size() - 1);
  const bool to = has_any(words, {" toward ",
                                  " towards ",
                                  " to which ",
                                  " to direction ",
                                  " direction to | ",
                                  " going to ",
                                  " go to ",
                                  " travel to ",
                                  " travels to ",
                                  " traveling to ",
                                  " travelling to ",
                                  " propagate to ",
                                  " propagates to ",
                                  " propagating to ",
                                  " move to ",
                                  " moving to ",
                                  " heading to ",
                                  " | to | ",
                                  " propagation direction ",
                                  " direction of propagation "});
  const bool from =
      has_any(words, {" come from ", " comes from ", " coming from ", " from which ", " from direction ",
                      " direction from | ", " | from | ", " arrive from ", " arrives from ",
                      " arriving from ", " travel from ", " travelling from ", " traveling from ",
                      " propagate from ", " propagating from ", " originate from ", " originating from "});
  if (to == from) return {};
  return to;
}

}  // namespace

std::optional<bool> says_towards(const NetcdfReader& reader, const std::string& variable) {
  const std::string standard = lower_attribute(reader, variable, "standard_name");
  const bool to = contains(standard, "_to_direction");
  if (to != contains(standard, "_from_direction")) return to;
  return words_say_towards(lower_attribute(reader, variable, "long_name"));
}

double angle_factor(const NetcdfReader& reader, const std::string& variable) {
  const std::string unit = lower_attribute(reader, variable, "units");
  if (!reader.units(variable) || begins_with(unit, "deg") || begins_with(unit, "\u00b0")) return degree;
  if (begins_with(unit, "rad") || unit == "1" || unit == "dimensionless") return 1.0;
  throw Error(text("variable '", variable, "' of '", reader.path(), "' has units '", unit,
                   "', but an angle is needed; give it the units degree or radian"));
}

}  // namespace groundswell
