// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "base/edit_distance.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "placement/host_list.hpp"
#include "placement/switch_tree.hpp"

namespace groundswell {
namespace {

std::string to_lower(std::string word) {
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return word;
}

// The settings "Key=value" of a line. As in SLURM, '=' may be surrounded by blanks, and a value may be quoted
// with '"'; blanks within quotes are dropped, because lists contain none.
std::vector<std::string> split_settings(const std::string& line) {
  std::string plain;
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"')
      is_quoted = !is_quoted;
    else if (c != ' ' && c != '\t' && c != '\r')
      plain += c;
    else if (!is_quoted)
      plain += ' ';
  }
  require(!is_quoted, "a '\"' is not closed");
  std::vector<std::string> settings;
  bool goes_on = false;  // the next word belongs to the previous one
  std::istringstream words(plain);
  for (std::string word; words >> word;) {
    const bool has_key = word.find('=', 1) != word.npos;
    if (!settings.empty() && !has_key && (goes_on || word.front() == '='))
      settings.back() += word;
    else
      settings.push_back(word);
    goes_on = settings.back().ends_with('=');
  }
  return settings;
}

// Stores "Key=value" in the switch.
void take_setting(const std::string& word, TreeSwitch& made) {
  const std::size_t equals = word.find('=');
  require(equals != word.npos, "'", word, "' is not of the form 'Key=value'");
  const std::string name = word.substr(0, equals), key = to_lower(name), value = word.substr(equals + 1);
  std::vector<std::string>* list = key == "nodes"      ? &made.hosts
                                   : key == "switches" ? &made.switches
                                                       : nullptr;
  if (key == "linkspeed") return;
  require(list || key == "switchname", "'", name, "' is not a key of a tree of switches",
          introduce_known(key, {"switchname", "nodes", "switches", "linkspeed"}),
          "SwitchName, Nodes, Switches, LinkSpeed");
  require(!value.empty(), "'", name, "' has no value");
  require(list ? list->empty() : made.name.empty(), "'", name, "' is given twice");
  if (list)
    *list = expand_host_list(value);
  else
    made.name = value;
}

TreeSwitch parse_switch(const std::string& line) {
  TreeSwitch made;
  for (const std::string& setting : split_settings(line)) take_setting(setting, made);
  require(!made.name.empty(), "the line names no switch; begin it with 'SwitchName='");
  require(!made.hosts.empty() || !made.switches.empty(), "the switch '", made.name,
          "' has nothing below it; give it 'Nodes=' or 'Switches='");
  return made;
}

}  // namespace

SwitchTree read_switch_tree(const std::filesystem::path& path) {
  check_input(path, "a file like SLURM's topology.conf");
  std::ifstream in(path);
  std::vector<TreeSwitch> switches;
  std::string joined;
  int number = 0, first = 0;  // line numbers; a backslash at the end of a line joins the next line to it
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (joined.empty()) first = number;
    line.erase(std::min(line.find('#'), line.size()));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.back() = ' ';
    joined += line;
    if ((goes_on && in.peek() != EOF) || joined.find_first_not_of(" \t\r") == joined.npos) {
      if (!goes_on) joined.clear();
      continue;
    }
    try {
      switches.push_back(parse_switch(joined));
    } catch (const Error& error) {
      throw Error(text("'", path.string(), "', line ", first, ": ", error.what()));
    }
    switches.back().line = first;
    joined.clear();
  }
  require(!in.bad(), "'", path.string(), "' cannot be read");
  return SwitchTree(std::move(switches), path.string());
}

}  // namespace groundswell
