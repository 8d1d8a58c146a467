// SPDX-License-Identifier: Apache-2.0
#include "placement/host_list.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::size_t most_names = 1'000'000;

// Splits at commas outside brackets.
std::vector<std::string_view> split_at_commas(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  bool inside = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[' || list[i] == ']') {
      require(inside == (list[i] == ']'), "the brackets of the list '", list, "' do not match");
      inside = !inside;
    } else if (list[i] == ',' && !inside) {
      parts.push_back(list.substr(start, i - start));
      start = i + 1;
    }
  }
  require(!inside, "the brackets of the list '", list, "' do not match");
  parts.push_back(list.substr(start));
  return parts;
}

int parse_number(std::string_view digits, std::string_view range) {
  const bool are_digits = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  require(!digits.empty() && digits.size() <= 9 && are_digits, "'", range,
          "' is not a number or a range of numbers such as 1-4, each of at most nine digits");
  return std::stoi(std::string(digits));
}

// "07-09" gives 07, 08, 09.
std::vector<std::string> expand_range(std::string_view range) {
  const std::size_t dash = range.find('-');
  const std::string_view lower = range.substr(0, dash);
  const int first = parse_number(lower, range);
  const int last = dash == range.npos ? first : parse_number(range.substr(dash + 1), range);
  require(first <= last, "the range '", range, "' goes down; write the lower number first");
  require(std::size_t(last - first) < most_names, "the range '", range, "' has more than ", most_names,
          " numbers");
  std::vector<std::string> numbers;
  for (int number = first; number <= last; ++number) {
    const std::string digits = std::to_string(number);
    numbers.push_back(std::string(lower.size() - std::min(lower.size(), digits.size()), '0') + digits);
  }
  return numbers;
}

// Expands a part without commas outside brackets; it may have several brackets.
std::vector<std::string> expand_part(std::string_view part) {
  const std::size_t open = part.find('['), close = part.find(']');
  if (open == part.npos) return {std::string(part)};
  const std::vector<std::string> rests = expand_part(part.substr(close + 1));
  std::vector<std::string> names;
  for (const std::string_view range : split_at_commas(part.substr(open + 1, close - open - 1)))
    for (const std::string& number : expand_range(range))
      for (const std::string& rest : rests) {
        require(names.size() < most_names, "'", part, "' stands for more than ", most_names, " names");
        names.push_back(std::string(part.substr(0, open)) + number + rest);
      }
  return names;
}

}  // namespace

std::vector<std::string> expand_host_list(std::string_view list) {
  std::vector<std::string> names;
  for (const std::string_view part : split_at_commas(list)) {
    require(!part.empty(), "the list '", list, "' has an empty name between its commas");
    for (std::string& name : expand_part(part)) names.push_back(std::move(name));
    require(names.size() <= most_names, "the list stands for more than ", most_names, " names");
  }
  return names;
}

}  // namespace groundswell
