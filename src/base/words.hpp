// SPDX-License-Identifier: Apache-2.0
// Texts that ranks send each other: words, each terminated by a null character, which no word contains.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace groundswell {

// The shortest text from which the number is read back exactly.
template <class T>
std::string exact_text(T number) {
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

// A struct that is sent as words, member by member, names these:
//   static auto words(auto& self) { return std::tie(self.name, self.bytes); }
template <class T>
concept HasWords = requires(T& value) {
  T::words(value);
};

// Values are texts, numbers, enums, structs that have words, and pairs, arrays and lists of these.
class WordWriter {
 public:
  template <class... Values>
  WordWriter& add(const Values&... values) {
    (add_one(values), ...);
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  void add_one(const T& value) {
    if constexpr (std::is_enum_v<T> || std::same_as<T, bool>)
      add_one(int(value));
    else if constexpr (std::is_arithmetic_v<T>)
      add_one(std::string_view(exact_text(value)));
    else if constexpr (HasWords<T>)
      std::apply([this](const auto&... members) { add(members...); }, T::words(value));
    else
      text_.append(std::string_view(value)) += '\0';
  }
  template <class T>
  void add_one(const std::vector<T>& values) {
    add_one(values.size());
    for (const T& value : values) add_one(value);
  }
  template <class T, std::size_t n>
  void add_one(const std::array<T, n>& values) {
    for (const T& value : values) add_one(value);
  }
  template <class First, class Second>
  void add_one(const std::pair<First, Second>& both) {
    add(both.first, both.second);
  }

  std::string text_;
};

// The number that the whole text represents, if any.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// Reads what a WordWriter wrote, in the same order. With an `end` other than the null character it splits a
// file into lines or a line into words (' ' stands for any number of blanks); then the end of the text may
// also terminate the last line or word.
class WordReader {
 public:
  // The text must outlive the reader.
  explicit WordReader(std::string_view text, char end = '\0') : rest_(text), end_(end) {}

  bool at_end() const { return rest_.empty(); }
  // The part not yet read.
  std::string_view rest() const { return rest_; }

  // Returns false if words are missing or not of the values' types; a list begins with its length.
  template <class... Values>
  bool try_read(Values&... values) {
    return (read_one(values) && ...);
  }
  // Like try_read(), but throws Error instead of returning false.
  template <class... Values>
  void read(Values&... values) {
    const std::string_view before = rest_;
    require(try_read(values...), "a message does not have the expected words: '", before.substr(0, 80), "'");
  }
  template <class T>
  T next() {
    T value{};
    read(value);
    return value;
  }

 private:
  bool read_one(std::string_view& word) {
    if (end_ == ' ') rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(blanks)));
    const std::size_t end = end_ == ' ' ? rest_.find_first_of(blanks) : rest_.find(end_);
    if (at_end() || (end == std::string_view::npos && end_ == '\0')) return false;
    word = rest_.substr(0, end);
    rest_.remove_prefix(std::min(rest_.size(), word.size() + 1));
    return true;
  }
  template <class T>
  bool read_one(T& value) {
    if constexpr (std::is_enum_v<T> || std::same_as<T, bool>) {
      int number = 0;
      if (!read_one(number)) return false;
      value = T(number);
      return true;
    } else if constexpr (HasWords<T>) {
      return std::apply([this](auto&... members) { return try_read(members...); }, T::words(value));
    } else {
      std::string_view word;
      if (!read_one(word)) return false;
      if constexpr (std::is_arithmetic_v<T>) {
        const std::optional<T> number = parse_number<T>(word);
        if (number) value = *number;
        return bool(number);
      } else {
        value = word;
        return true;
      }
    }
  }
  template <class T>
  bool read_one(std::vector<T>& values) {
    std::size_t n = 0;
    if (!read_one(n) || n > rest_.size()) return false;
    values.resize(n);
    return std::ranges::all_of(values, [this](T& value) { return read_one(value); });
  }
  template <class T, std::size_t n>
  bool read_one(std::array<T, n>& values) {
    return std::ranges::all_of(values, [this](T& value) { return read_one(value); });
  }
  template <class First, class Second>
  bool read_one(std::pair<First, Second>& both) {
    return try_read(both.first, both.second);
  }

  static constexpr std::string_view blanks = " \t\r";
  std::string_view rest_;
  char end_;
};

}  // namespace groundswell
