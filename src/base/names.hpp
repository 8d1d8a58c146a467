// SPDX-License-Identifier: Apache-2.0
// Tables whose entries have a `name`; words for the values of enumerations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/edit_distance.hpp"
#include "base/error.hpp"

namespace groundswell {

// A value of an enumeration and the word for it in files and messages.
template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};

// The name of a value. Throws LogicError if the table has no such value.
template <class Table, class Value>
std::string name_of(const Table& words, const Value& value) {
  for (const auto& word : words)
    if (word.value == value) return std::string(word.name);
  throw LogicError("a value has no word in the table of its words");
}

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) names.emplace_back(entry.name);
  return names;
}

// "a, b, c", or "none" if the table is empty.
template <class Table>
std::string listed_names(const Table& table) {
  std::string list;
  for (const auto& entry : table) list += (list.empty() ? "" : ", ") + std::string(entry.name);
  return list.empty() ? "none" : list;
}

// The first entry of that name. If there is none, throws Error with the joined arguments, the nearest name
// and all known names.
template <class Table, class... Args>
const auto& find_named(const Table& table, std::string_view name, const Args&... unknown) {
  for (const auto& entry : table)
    if (entry.name == name) return entry;
  throw Error(text(unknown..., introduce_known(std::string(name), names_of(table)), listed_names(table)));
}

}  // namespace groundswell
