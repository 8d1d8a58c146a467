// SPDX-License-Identifier: Apache-2.0
// What the first computing rank says of a shipment to each output rank, before its values come.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace groundswell {

struct Announcement {
  bool is_last = false;
  std::vector<int> kinds;
  std::string note;

  // As bytes: is_last, number of kinds, kinds, note.
  std::string to_text() const {
    std::vector<std::int32_t> numbers{is_last, std::int32_t(kinds.size())};
    numbers.insert(numbers.end(), kinds.begin(), kinds.end());
    return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4) + note;
  }
  static Announcement from_text(const std::string& text) {
    const auto number = [&](std::size_t i) {
      std::int32_t value = 0;
      std::memcpy(&value, text.data() + 4 * i, 4);
      return value;
    };
    Announcement made{number(0) != 0, {}, {}};
    const auto n = std::size_t(number(1));
    for (std::size_t i = 0; i < n; ++i) made.kinds.push_back(number(2 + i));
    made.note = text.substr(4 * (2 + n));
    return made;
  }
};

}  // namespace groundswell
