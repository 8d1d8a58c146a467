// SPDX-License-Identifier: Apache-2.0
// One entry of the option table: key, help, unit, allowed values, and the bound field. Made by
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

  // The unit of the field; in a file the number may have any unit of the same quantity. An option without a
  // unit accepts plain numbers and percentages.
  Option& unit(std::string unit) { return unit_ = std::move(unit), *this; }
  Option& at_least(double least) { return limits_.least = least, *this; }
  Option& at_most(double most) { return limits_.most = most, *this; }
  Option& range(double least, double most) { return at_least(least).at_most(most); }
  Option& above(double limit) { return limits_.above = limit, *this; }
  Option& below(double limit) { return limits_.below = limit, *this; }
  // The allowed words.
  Option& choices(std::vector<std::string> words) { return choices_ = std::move(words), *this; }
  // The word for a field without a value; "none" unless this is called.
  Option& word_for_none(std::string word) { return none_ = std::move(word), *this; }
  // The option has no default: a file without the key is rejected.
  Option& required() { return required_ = true, *this; }

  // A run may be resumed with a value other than the one it was started with: what it has computed so far
  // does not depend on the option, or other checks cover that (such as the fingerprint of the mesh).
  Option& may_change() { return may_change_ = true, *this; }

  // The option is a path to which the program writes; without this call, a path is one that the program
  // reads.
  Option& for_output() { return for_output_ = true, *this; }

  const std::string& key() const { return key_; }
  const std::string& help() const { return help_; }
  const std::string& unit() const { return unit_; }
  const std::string& type() const { return type_; }
  bool is_required() const { return required_; }
  bool is_list() const { return is_list_; }
  bool is_changeable() const { return may_change_; }
  bool is_for_output() const { return for_output_; }
  bool is_table_list() const { return bool(append_item_); }
  // The allowed values, for the reference: "number from 0 to 1", "upwind or third_order", "text".
  std::string allowed() const;
  // The current values, each as text; exactly one unless the option is a list.
  std::vector<std::string> written() const { return write_(*this); }

  // Throws Error with the end of a sentence ("is 3, which is less than ...") unless the value is allowed.
  void check_number(double value, const std::string& written) const;
  void check_choice(const std::string& word) const;

 private:
  friend class OptionTable;
  using UseTable = std::function<void(OptionTable&)>;
  struct Limits {
    std::optional<double> least, most, above, below;
  };

  std::string key_, help_, unit_, type_, none_ = "none";
  Limits limits_;
  std::vector<std::string> choices_;
  bool required_ = false, for_output_ = false, may_change_ = false, is_list_ = false, may_be_none_ = false;
  // Sets the field from the text of its value or values; relative paths start at `folder`.
  std::function<void(const Option&, const std::vector<std::string>& texts,
                     const std::filesystem::path& folder)>
      read_;
  std::function<std::vector<std::string>(const Option&)> write_;
  std::function<void(Calendar)> use_calendar_;  // for dates
  // For a list of sub-tables: append an item filled by `use`, call `use` on each item or on a new default
  // item, and remove all items.
  std::function<void(const UseTable&use)> append_item_, for_each_item_, show_fresh_item_;
  std::function<void()> clear_items_;
};

}  // namespace groundswell
