// SPDX-License-Identifier: Apache-2.0
// The options of a table, read from the reference that it prints.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "config/option_table.hpp"

namespace groundswell::test {

struct OptionRow {
  std::string key, value, allowed;  // `value` is the present value, "none" if there is none
};

// Options of the items of lists are left out.
inline std::vector<OptionRow> list_option_rows(const OptionTable& table) {
  std::ostringstream page;
  table.write_reference_markdown(page);
  std::istringstream lines(page.str());
  std::vector<OptionRow> rows;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `") || line.find("[].") != std::string::npos) continue;
    std::vector<std::string> columns;
    for (std::size_t at = 2; columns.size() < 3;) {
      const std::size_t end = line.find(" | ", at);
      columns.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    rows.push_back({columns[0].substr(1, columns[0].size() - 2), columns[1], columns[2]});
  }
  return rows;
}

// The words that an option allows, as in "wam4, bja2005 or ecmwf2012"; empty if other values are allowed,
// too.
inline std::vector<std::string> allowed_words(const OptionRow& row) {
  std::vector<std::string> words;
  const std::size_t last = row.allowed.find(" or ");
  if (last == std::string::npos || row.allowed.find("none") == 0) return words;
  std::istringstream first(row.allowed.substr(0, last));
  for (std::string word; std::getline(first, word, ',');)
    words.push_back(word.substr(word.find_first_not_of(' ')));
  words.push_back(row.allowed.substr(last + 4));
  for (const std::string& word : words)
    if (word.find(' ') != std::string::npos) return {};
  return words;
}

}  // namespace groundswell::test
