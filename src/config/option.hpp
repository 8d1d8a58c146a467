// SPDX-License-Identifier: Apache-2.0
// One line of the option table: key, help, unit, what is allowed, and where the value goes. Made by
// OptionTable::add and completed by chained calls: table.add("time.step", s.step, "...").unit("s").above(0).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/option_value.hpp"

namespace groundswell {

class OptionTable;

class Option {
 public:
  Option(std::string key, std::string help) : key_(std::move(key)), help_(std::move(help)) {}

  // The unit of the field that the value goes to; in a file the number may carry any unit of the same kind.
  // An option without one takes plain numbers and percentages.
  Option& unit(std::string unit) { return unit_ = std::move(unit), *this; }
  Option& at_least(double least) { return least_ = least, *this; }
  Option& at_most(double most) { return most_ = most, *this; }
  Option& range(double least, double most) { return at_least(least).at_most(most); }
  Option& above(double limit) { return above_ = limit, *this; }
  Option& below(double limit) { return below_ = limit, *this; }
  // The words that are allowed.
  Option& choices(std::vector<std::string> words) { return choices_ = std::move(words), *this; }
  // There is no default: a file without the key is refused.
  Option& required() { return required_ = true, *this; }

  // The path is one that the program writes; all others it reads.
  Option& for_output() { return for_output_ = true, *this; }

  const std::string& key() const { return key_; }
  const std::string& help() const { return help_; }
  const std::string& unit() const { return unit_; }
  const std::string& type() const { return type_; }
  bool is_required() const { return required_; }
  bool is_list() const { return is_list_; }
  bool is_for_output() const { return for_output_; }
  bool is_table_list() const { return bool(append_item_); }
  // What is allowed, for the reference: "from 0 to 1", "upwind or third_order"; "" where anything is.
  std::string allowed() const;
  // The values now, each as text; one for an option that is no list.
  std::vector<std::string> written() const { return write_(*this); }

  // Throws Error with the end of a sentence ("is 3, which is below ...") unless the value is allowed.
  void check_number(double value, const std::string& written) const;
  void check_choice(const std::string& word) const;

 private:
  friend class OptionTable;
  using UseTable = std::function<void(OptionTable&)>;

  std::string key_, help_, unit_, type_;
  std::optional<double> least_, most_, above_, below_;
  std::vector<std::string> choices_;
  bool required_ = false, for_output_ = false, is_list_ = false, may_be_none_ = false;
  // Fills the field from the texts of a value; `folder` is where relative paths start.
  std::function<void(const Option&, const std::vector<std::string>& texts,
                     const std::filesystem::path& folder)>
      read_;
  std::function<std::vector<std::string>(const Option&)> write_;
  // For a list of sub-tables: appends an item that `use` fills, clears, shows each item, shows a fresh item.
  std::function<void(const UseTable&use)> append_item_, for_each_item_, show_fresh_item_;
  std::function<void()> clear_items_;
};

}  // namespace groundswell
