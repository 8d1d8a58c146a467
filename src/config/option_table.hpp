// SPDX-License-Identifier: Apache-2.0
// The single table of options: it parses a YAML file into plain settings structs, reports mistakes with file,
// line and the nearest valid key, prints the reference and writes the resolved configuration. The default of
// an option is the value of its field when the option is added. Usage:
//
//   OptionTable table;
//   table.section("time", "When the run starts and ends, and its step.");
//   table.add("time.start", settings.start, "First date of the run.").required();
//   table.add("time.step", settings.step, "Step of sources and propagation.").unit("s").above(0);
//   table.add_choice("propagation.scheme", settings.scheme,
//                    {{"third_order", Scheme::third_order}, {"upwind", Scheme::upwind}}, "Flux scheme.");
//   table.add_list("points", settings.points, [](OptionTable& item, PointSettings& point) {
//     item.add("name", point.name, "Name of the point.").required();
//   }, "Points with a time series.");
//   table.read_file("case.yaml");
#pragma once

#include <iosfwd>
#include <list>
#include <map>
#include <utility>

#include "base/names.hpp"
#include "config/config_node.hpp"
#include "config/option.hpp"

namespace groundswell {

class OptionTable {
 public:
  OptionTable() = default;
  OptionTable(OptionTable&&) = default;
  OptionTable& operator=(OptionTable&&) = default;

  // Adds a sentence to the reference, under the heading of the options whose keys begin with `name` and a
  // dot.
  void section(const std::string& name, const std::string& sentence);

  // Binds a dotted key to a field: bool, integers, float, double, std::string, DateTime,
  // std::filesystem::path (relative to the configuration file's folder), std::optional of these ("none" is
  // allowed) and std::vector of these. The field must outlive the table; its current value is the default.
  template <class T>
  Option& add(const std::string& key, T& target, const std::string& help);
  // Binds a key to a field of an enumeration (or of any comparable type); `words` has the word for each
  // value.
  template <class T, std::size_t n>
  Option& add_choice(const std::string& key, T& target, const NamedValue<T> (&words)[n],
                     const std::string& help);
  // Binds a list of maps: `bind(item_table, item)` adds the options of one item.
  template <class Item, class Bind>
  Option& add_list(const std::string& key, std::vector<Item>& target, Bind bind, const std::string& help);

  // Fills the fields. Throws one Error with one line per mistake, "case.yaml:12: time.step is ...".
  void read_file(const std::filesystem::path& path);
  // As above, from YAML text; relative paths start at the current folder.
  void read_text(const std::string& yaml, const std::string& name);
  // Reads values from the command line, each "key=value" with the value as YAML; they override what was read
  // before. Relative paths start at the current folder. Throws Error if an '=' is missing or a file with that
  // value would be rejected.
  void read_overrides(const std::vector<std::string>& overrides);
  // Converts all dates to this calendar, keeping the year, month and day as written. Throws one Error with
  // one line per option that has a date which is not in the calendar.
  void use_calendar(Calendar calendar);
  // Checks the fields' values as if they had been read from a file called `name`; relative paths start at the
  // current folder. Throws one Error with one line per mistake.
  void check_values(const std::string& name);
  // The place at which the value of a key was given ("case.yaml:12"), or "the default"; for messages of later
  // checks.
  std::string place(const std::string& key) const;

  // The paths given by options, except those that are for_output().
  std::vector<std::filesystem::path> input_paths() const;

  // All keys with their help, except those of the items of lists.
  std::vector<std::pair<std::string, std::string>> list_keys() const;
  // Write the reference: every option with its default, its allowed values and its help.
  void write_reference_text(std::ostream& out) const;
  void write_reference_markdown(std::ostream& out) const;
  // The values of all options except paths and those that may change, in the order of the table; list values
  // appear one by one under the list's key, sub-tables as "points[0].name".
  std::vector<std::pair<std::string, std::string>> list_lasting_values() const;
  // All values, with their units, as YAML that reads back to the same settings; the help is in comments.
  void write_resolved(std::ostream& out) const;

 private:
  struct Reading;  // one pass over a file
  Option& new_option(const std::string& key, const std::string& help);
  const Option* find(const std::string& key) const;
  bool is_section(const std::string& key) const;
  std::string nearest(const std::string& unknown) const;
  void read_map(const ConfigNode& map, const std::string& prefix, Reading& reading);
  void read_option(const Option& option, const ConfigNode& node, Reading& reading);
  void read_texts(const Option& option, const std::vector<std::string>& texts, const std::string& place,
                  Reading& reading);
  void read_table_list(const Option& option, const ConfigNode& node, Reading& reading);
  void read_all(const ConfigNode& root, const std::filesystem::path& folder);
  void use_calendar(Calendar calendar, const std::string& list_place, Reading& reading);
  void check_items(const std::string& name, Reading& reading);
  void check_required(const std::string& place, Reading& reading) const;
  void write_options(std::ostream& out, int indent) const;
  void write_markdown_rows(std::ostream& out, const std::string& section, const std::string& prefix) const;
  void write_text_rows(std::ostream& out, const std::string& prefix) const;

  std::list<Option> options_;  // a list, so that references stay valid; options of a group are adjacent
  std::vector<std::pair<std::string, std::string>> sections_;
  std::map<std::string, std::string> places_;
};

}  // namespace groundswell

#include "config/option_binding.hpp"
