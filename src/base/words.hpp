// SPDX-License-Identifier: Apache-2.0
// Texts that ranks send each other: words, each ended by a null character, which none of them has.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "base/error.hpp"

namespace groundswell {

// A number as the shortest text from which it is read exactly.
template <class T>
std::string exact_text(T number) {
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

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
    else
      text_.append(std::string_view(value)) += '\0';
  }
  template <class T>
  void add_one(const std::vector<T>& values) {
    add_one(values.size());
    for (const T& value : values) add_one(value);
  }

  std::string text_;
};

// Reads what a WordWriter wrote, in the same order. Throws Error where a word is missing or is none of its
// type.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  // What was not read.
  std::string_view rest() const { return rest_; }

  template <class... Values>
  void read(Values&... values) {
    (read_one(values), ...);
  }
  template <class T>
  T next() {
    T value{};
    read_one(value);
    return value;
  }

 private:
  std::string_view next_word() {
    const std::size_t end = rest_.find('\0');
    require(end != std::string_view::npos, "a message ends before its last word");
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return word;
  }
  template <class T>
  void read_one(T& value) {
    if constexpr (std::is_enum_v<T> || std::same_as<T, bool>) {
      value = T(next<int>());
    } else if constexpr (std::is_arithmetic_v<T>) {
      const std::string_view word = next_word();
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      require(error == std::errc() && end == word.data() + word.size(), "'", word,
              "' in a message is no number of its kind");
    } else {
      value = std::string(next_word());
    }
  }
  template <class T>
  void read_one(std::vector<T>& values) {
    const auto n = next<std::size_t>();
    require(n <= rest_.size(), "a message says that it has ", n, " words more, but is shorter");
    values.resize(n);
    for (T& value : values) read_one(value);
  }

  std::string_view rest_;
};

}  // namespace groundswell
