// SPDX-License-Identifier: Apache-2.0
// Printing the table: the reference as plain text and as markdown, and the resolved configuration as YAML.
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <sstream>

#include "config/option_table.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

// Whether YAML reads the text as no value at all.
bool is_yaml_null(std::string_view value) {
  return value == "null" || value == "Null" || value == "NULL";
}

// Quotes text that YAML would read as something else.
std::string yaml_scalar(const std::string& value) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_./+-%").find(c) != std::string_view::npos;
  };
  const bool words =
      std::all_of(value.begin(), value.end(), [&](char c) { return plain(c) || c == ' ' || c == ':'; });
  const bool colon_ends_word =
      value.find(": ") != std::string::npos || (!value.empty() && value.back() == ':');
  const bool begins_well =
      !value.empty() && plain(value[0]) && value[0] != '%' && value != "-" && !is_yaml_null(value);
  const bool blank_at_end = value.ends_with(' ') || value.starts_with("- ");
  if (words && begins_well && !colon_ends_word && !blank_at_end) return value;
  std::string quoted = "\"";
  for (char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string yaml_value(const Option& option, const std::vector<std::string>& written) {
  if (!option.is_list()) return yaml_scalar(written.at(0));
  std::string out;
  for (const std::string& item : written) out += (out.empty() ? "" : ", ") + yaml_scalar(item);
  return "[" + out + "]";
}

// Paths are written in full, because the resolved file may be in a different folder.
std::vector<std::string> resolved_values(const Option& option) {
  std::vector<std::string> written = option.written();
  if (option.type() == type_name<std::filesystem::path>())
    for (std::string& path : written)
      if (!path.empty()) path = std::filesystem::absolute(path).lexically_normal().string();
  return written;
}

std::string default_text(const Option& option) {
  if (option.is_required()) return "required";
  const std::string value = yaml_value(option, option.written());
  return value == "\"\"" ? "none" : value;
}

void write_line(std::ostream& out, int indent, const std::string& line, const std::string& comment) {
  const std::string head = std::string(std::size_t(indent), ' ') + line;
  out << head << std::string(head.size() < 40 ? 40 - head.size() : 2, ' ') << "# " << comment << "\n";
}

std::string markdown_cell(const std::string& words) {
  std::string out;
  for (char c : words) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

void OptionTable::write_resolved(std::ostream& out) const {
  write_options(out, 0);
}

std::vector<std::pair<std::string, std::string>> OptionTable::list_lasting_values() const {
  std::vector<std::pair<std::string, std::string>> values;
  for (const Option& option : options_) {
    if (option.is_changeable() || option.type() == type_name<std::filesystem::path>()) continue;
    for (const std::string& value : option.written()) values.emplace_back(option.key(), value);
    if (!option.is_table_list()) continue;
    int number = 0;
    option.for_each_item_([&](OptionTable& item) {
      for (const auto& [key, value] : item.list_lasting_values())
        values.emplace_back(text(option.key(), "[", number, "].", key), value);
      ++number;
    });
  }
  return values;
}

void OptionTable::write_options(std::ostream& out, int indent) const {
  // A group is opened at its first option; options of one group are adjacent in the table.
  std::vector<std::string> open;
  for (const Option& option : options_) {
    std::vector<std::string> parts;
    std::istringstream key(option.key());
    for (std::string part; std::getline(key, part, '.');) parts.push_back(part);
    std::size_t depth = 0;
    while (depth < open.size() && depth + 1 < parts.size() && open[depth] == parts[depth]) ++depth;
    open.resize(depth);
    for (; depth + 1 < parts.size(); ++depth) {
      out << std::string(std::size_t(indent) + 2 * depth, ' ') << parts[depth] << ":\n";
      open.push_back(parts[depth]);
    }
    const int column = indent + 2 * int(depth);
    if (!option.is_table_list()) {
      write_line(out, column, parts.back() + ": " + yaml_value(option, resolved_values(option)),
                 option.help());
      continue;
    }
    std::ostringstream items;
    option.for_each_item_([&](OptionTable& item) {
      std::ostringstream lines;
      item.write_options(lines, column + 4);
      std::string item_lines = lines.str();
      item_lines[std::size_t(column) + 2] = '-';
      items << item_lines;
    });
    write_line(out, column, parts.back() + (items.str().empty() ? ": []" : ":"), option.help());
    out << items.str();
  }
}

void OptionTable::write_reference_markdown(std::ostream& out) const {
  std::vector<std::string> written;
  for (const Option& option : options_) {
    const std::string name = option.key().substr(0, option.key().find('.'));
    if (std::find(written.begin(), written.end(), name) != written.end()) continue;
    written.push_back(name);
    out << "## " << name << "\n\n";
    for (const auto& [section, sentence] : sections_)
      if (section == name) out << sentence << "\n\n";
    out << "| option | default | value | meaning |\n|---|---|---|---|\n";
    write_markdown_rows(out, name, "");
    out << "\n";
  }
}

void OptionTable::write_markdown_rows(std::ostream& out, const std::string& section,
                                      const std::string& prefix) const {
  for (const Option& option : options_) {
    if (!section.empty() && option.key() != section && option.key().rfind(section + ".", 0) != 0) continue;
    out << "| `" << prefix << option.key() << "` | " << markdown_cell(default_text(option)) << " | "
        << markdown_cell(option.allowed()) << " | " << markdown_cell(option.help()) << " |\n";
    if (option.is_table_list())
      option.show_fresh_item_(
          [&](OptionTable& item) { item.write_markdown_rows(out, "", prefix + option.key() + "[]."); });
  }
}

std::vector<std::pair<std::string, std::string>> OptionTable::list_keys() const {
  std::vector<std::pair<std::string, std::string>> keys;
  for (const Option& option : options_) keys.emplace_back(option.key(), option.help());
  return keys;
}

void OptionTable::write_reference_text(std::ostream& out) const {
  write_text_rows(out, "");
}

void OptionTable::write_text_rows(std::ostream& out, const std::string& prefix) const {
  std::string group;
  for (const Option& option : options_) {
    const std::string name = option.key().substr(0, option.key().find('.'));
    if (prefix.empty() && name != group) {
      out << (group.empty() ? "" : "\n") << name;
      for (const auto& [section, sentence] : sections_)
        if (section == name) out << ": " << sentence;
      out << "\n";
      group = name;
    }
    out << "  " << prefix << option.key() << " = " << default_text(option) << "   (" << option.allowed()
        << ")\n      " << option.help() << "\n";
    if (option.is_table_list())
      option.show_fresh_item_(
          [&](OptionTable& item) { item.write_text_rows(out, prefix + option.key() + "[]."); });
  }
}

}  // namespace groundswell
