// SPDX-License-Identifier: Apache-2.0
// The templates of OptionTable: how an option reads and writes its field, for a single value, an optional
// value, a list, a choice of words and a list of sub-tables. Included by option_table.hpp only.
#pragma once

#include <algorithm>

#include "config/option_table.hpp"

namespace groundswell::config_detail {

template <class T>
T read_one(const Option& option, const std::string& written, const std::filesystem::path& folder) {
  if constexpr (std::is_same_v<T, std::filesystem::path>) return parse_path(written, folder);
  T value = parse_value<T>(written, option.unit());
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    option.check_number(double(value), written);
  if constexpr (std::is_same_v<T, std::string>) option.check_choice(value);
  return value;
}

template <class T>
struct BoundField {
  using Value = T;
  static constexpr bool is_list = false, may_be_none = false;
  static void read(T& target, const Option& option, const std::vector<std::string>& texts,
                   const std::filesystem::path& folder) {
    target = read_one<T>(option, texts.at(0), folder);
  }
  static std::vector<std::string> write(const T& value, const Option& option) {
    return {write_value(value, option.unit())};
  }
};

template <class T>
struct BoundField<std::optional<T>> {
  using Value = T;
  static constexpr bool is_list = false, may_be_none = true;
  static void read(std::optional<T>& target, const Option& option, const std::vector<std::string>& texts,
                   const std::filesystem::path& folder) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      require(begins_with_number(texts.at(0)), "is '", texts[0], "', which is not a number; write ",
              option.allowed());
    target = read_one<T>(option, texts.at(0), folder);
  }
  static std::vector<std::string> write(const std::optional<T>& value, const Option& option) {
    return {write_value(*value, option.unit())};
  }
};

template <class T>
struct BoundField<std::vector<T>> {
  using Value = T;
  static constexpr bool is_list = true, may_be_none = false;
  static void read(std::vector<T>& target, const Option& option, const std::vector<std::string>& texts,
                   const std::filesystem::path& folder) {
    target.clear();
    for (const std::string& written : texts) {
      if constexpr (std::is_same_v<T, std::filesystem::path>)
        for (const std::filesystem::path& path : parse_pattern(written, folder)) target.push_back(path);
      else
        target.push_back(read_one<T>(option, written, folder));
    }
  }
  static std::vector<std::string> write(const std::vector<T>& values, const Option& option) {
    std::vector<std::string> out;
    for (const T& value : values) out.push_back(write_value(value, option.unit()));
    return out;
  }
};

inline void use_calendar(DateTime& date, Calendar calendar) {
  if (date.calendar() != calendar) date = DateTime(date.parts(), calendar);
}
inline void use_calendar(std::optional<DateTime>& date, Calendar calendar) {
  if (date) use_calendar(*date, calendar);
}
inline void use_calendar(std::vector<DateTime>& dates, Calendar calendar) {
  for (DateTime& date : dates) use_calendar(date, calendar);
}

}  // namespace groundswell::config_detail

namespace groundswell {

template <class T>
Option& OptionTable::add(const std::string& key, T& target, const std::string& help) {
  using BoundField = config_detail::BoundField<T>;
  Option& option = new_option(key, help);
  option.type_ = type_name<typename BoundField::Value>();
  option.is_list_ = BoundField::is_list;
  option.may_be_none_ = BoundField::may_be_none;
  option.read_ = [&target](const Option& self, const std::vector<std::string>& texts,
                           const std::filesystem::path& folder) {
    if constexpr (BoundField::may_be_none)
      if (texts.at(0) == self.none_) return target.reset();
    BoundField::read(target, self, texts, folder);
  };
  option.write_ = [&target](const Option& self) {
    if constexpr (BoundField::may_be_none)
      if (!target) return std::vector{self.none_};
    return BoundField::write(target, self);
  };
  if constexpr (std::is_same_v<typename BoundField::Value, DateTime>)
    option.use_calendar_ = [&target](Calendar calendar) { config_detail::use_calendar(target, calendar); };
  return option;
}

template <class T, std::size_t n>
Option& OptionTable::add_choice(const std::string& key, T& target, const NamedValue<T> (&words)[n],
                                const std::string& help) {
  Option& option = new_option(key, help);
  option.type_ = "one word";
  option.choices_ = names_of(words);
  const std::vector<NamedValue<T>> known(words, words + n);
  option.read_ = [&target, known](const Option& self, const std::vector<std::string>& texts,
                                  const std::filesystem::path&) {
    self.check_choice(texts.at(0));
    target = find_named(known, texts[0]).value;
  };
  option.write_ = [&target, known](const Option&) { return std::vector{name_of(known, target)}; };
  return option;
}

template <class Item, class Bind>
Option& OptionTable::add_list(const std::string& key, std::vector<Item>& target, Bind bind,
                              const std::string& help) {
  Option& option = new_option(key, help);
  option.type_ = "list";
  option.is_list_ = true;
  option.write_ = [](const Option&) { return std::vector<std::string>(); };
  const auto with_table = [bind](Item& item, const Option::UseTable& use) {
    OptionTable table;
    bind(table, item);
    use(table);
  };
  option.append_item_ = [&target, with_table](const Option::UseTable& use) {
    Item item{};
    with_table(item, use);
    target.push_back(std::move(item));
  };
  option.for_each_item_ = [&target, with_table](const Option::UseTable& use) {
    for (Item& item : target) with_table(item, use);
  };
  option.show_fresh_item_ = [with_table](const Option::UseTable& use) {
    Item item{};
    with_table(item, use);
  };
  option.clear_items_ = [&target] { target.clear(); };
  return option;
}

}  // namespace groundswell
