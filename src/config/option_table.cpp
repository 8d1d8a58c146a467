// SPDX-License-Identifier: Apache-2.0
// Parsing: walks the tree of a YAML file and collects up to about 20 mistakes before it throws.
#include "config/option_table.hpp"

#include <algorithm>
#include <set>

#include "base/edit_distance.hpp"

namespace groundswell {
namespace {

std::string last_part(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
}

bool starts_with(const std::string& word, const std::string& start) {
  return word.compare(0, start.size(), start) == 0;
}

// Throws one Error with a line per problem, unless there are none.
void throw_problems(const std::vector<std::string>& problems) {
  std::string all;
  for (const std::string& problem : problems) all += (all.empty() ? "" : "\n") + problem;
  if (!all.empty()) throw Error(all);
}

}  // namespace

struct OptionTable::Reading {
  std::filesystem::path folder;       // base of relative paths
  std::string label;                  // "points[2]." in a list of sub-tables
  std::vector<std::string> problems;  // one sentence each
  std::set<std::string> seen;         // keys read in this pass
  void refuse(const std::string& place, const std::string& sentence) {
    problems.push_back(place + ": " + sentence);
  }
  // With this many mistakes the file is not a configuration; further messages would only be noise.
  bool is_hopeless() const { return problems.size() >= 20; }
};

void OptionTable::section(const std::string& name, const std::string& sentence) {
  sections_.emplace_back(name, sentence);
}

Option& OptionTable::new_option(const std::string& key, const std::string& help) {
  ensure(!find(key) && !is_section(key), "option ", key, " is in the table twice");
  // The new option is inserted after the last option of the innermost of its groups that already has an
  // option.
  for (std::size_t end = key.rfind('.'); end != std::string::npos && end > 0; end = key.rfind('.', end - 1)) {
    const std::string group = key.substr(0, end + 1);
    const auto last = std::find_if(options_.rbegin(), options_.rend(),
                                   [&](const Option& option) { return starts_with(option.key(), group); });
    if (last != options_.rend()) return *options_.emplace(last.base(), key, help);
  }
  return options_.emplace_back(key, help);
}

const Option* OptionTable::find(const std::string& key) const {
  for (const Option& option : options_)
    if (option.key() == key) return &option;
  return nullptr;
}

bool OptionTable::is_section(const std::string& key) const {
  return std::any_of(options_.begin(), options_.end(),
                     [&](const Option& option) { return starts_with(option.key(), key + "."); });
}

// The key that was probably meant: there may be a typing error in the whole key ("time.stpe"), or the right
// word may be in the wrong group ("step"). A key with one or two wrong letters takes precedence, since a word
// may belong to several groups.
std::string OptionTable::nearest(const std::string& unknown) const {
  std::vector<std::string> keys;
  for (const Option& option : options_) {
    for (std::size_t dot = option.key().find('.'); dot != std::string::npos;
         dot = option.key().find('.', dot + 1))
      keys.push_back(option.key().substr(0, dot));
    keys.push_back(option.key());
  }
  const std::string near = nearest_word(unknown, keys);
  if (!near.empty() && edit_distance(unknown, near) <= 2) return near;
  for (const std::string& key : keys)
    if (last_part(key) == last_part(unknown)) return key;
  if (!near.empty()) return near;
  std::vector<std::string> words;
  for (const std::string& key : keys) words.push_back(last_part(key));
  const std::string word = nearest_word(last_part(unknown), words);
  for (const std::string& key : keys)
    if (!word.empty() && last_part(key) == word) return key;
  return "";
}

void OptionTable::read_map(const ConfigNode& map, const std::string& prefix, Reading& reading) {
  for (std::size_t i = 0; i < map.keys.size() && !reading.is_hopeless(); ++i) {
    const std::string key = prefix + map.keys[i];
    const ConfigNode& node = map.items[i];
    if (const Option* option = find(key)) {
      read_option(*option, node, reading);
    } else if (is_section(key)) {
      if (node.kind == ConfigNode::Kind::map)
        read_map(node, key + ".", reading);
      else if (node.kind != ConfigNode::Kind::none)
        reading.refuse(node.place,
                       text(reading.label, key, " is a group of options and takes no value of its own; ",
                            "write its options below it, indented"));
    } else {
      const std::string near = nearest(key);
      reading.refuse(node.place, text("there is no option '", reading.label, key, "'; ",
                                      near.empty() ? "`groundswell config` lists all options"
                                                   : "did you mean '" + reading.label + near + "'?"));
    }
  }
}

void OptionTable::read_option(const Option& option, const ConfigNode& node, Reading& reading) {
  const std::string name = reading.label + option.key();
  if (!reading.seen.insert(option.key()).second)  // for example "time.step: 5" beside "time: {step: 6}"
    return reading.refuse(node.place, text("'", name, "' is given twice, first at ", places_[option.key()],
                                           "; delete one of them"));
  places_[option.key()] = node.place;
  if (option.is_table_list()) return read_table_list(option, node, reading);
  std::vector<std::string> texts;
  if (node.kind == ConfigNode::Kind::map)
    return reading.refuse(node.place,
                          name + " is one value, but here it is a group; write " + option.allowed());
  if (node.kind == ConfigNode::Kind::none && !option.is_list_ && !option.may_be_none_)
    return reading.refuse(node.place, name + " has no value; write " + option.allowed());
  if (node.kind == ConfigNode::Kind::none && option.may_be_none_) texts.push_back(option.none_);
  if (node.kind == ConfigNode::Kind::scalar) texts.push_back(node.text);
  if (node.kind == ConfigNode::Kind::list) {
    if (!option.is_list())
      return reading.refuse(node.place,
                            name + " is one value, but here it is a list; write " + option.allowed());
    for (const ConfigNode& item : node.items) {
      if (item.kind != ConfigNode::Kind::scalar)
        return reading.refuse(item.place,
                              name + " is a " + option.allowed() + "; this item is not a plain value");
      texts.push_back(item.text);
    }
  }
  read_texts(option, texts, node.place, reading);
}

void OptionTable::read_texts(const Option& option, const std::vector<std::string>& texts,
                             const std::string& place, Reading& reading) {
  try {
    option.read_(option, texts, reading.folder);
  } catch (const Error& error) {
    // Errors about dates are whole sentences, those about other types the end of a sentence.
    const std::string what = error.what();
    reading.refuse(place, reading.label + option.key() + (starts_with(what, "is ") ? " " : ": ") + what);
  }
}

void OptionTable::read_table_list(const Option& option, const ConfigNode& node, Reading& reading) {
  const std::string name = reading.label + option.key();
  if (node.kind != ConfigNode::Kind::list && node.kind != ConfigNode::Kind::none)
    return reading.refuse(node.place, name + " is a list; begin each of its items with '- '");
  option.clear_items_();
  for (std::size_t i = 0; i < node.items.size() && !reading.is_hopeless(); ++i) {
    const ConfigNode& item = node.items[i];
    const std::string label = text(name, "[", i + 1, "]");
    if (item.kind != ConfigNode::Kind::map) {
      reading.refuse(item.place, label + " must be a group of options, such as {name: value}");
      continue;
    }
    option.append_item_([&](OptionTable& table) {
      Reading inner{reading.folder, label + ".", {}, {}};
      table.read_map(item, "", inner);
      table.check_required(item.place, inner);
      reading.problems.insert(reading.problems.end(), inner.problems.begin(), inner.problems.end());
    });
  }
}

void OptionTable::check_required(const std::string& place, Reading& reading) const {
  for (const Option& option : options_)
    if (option.is_required() && !places_.count(option.key()))
      reading.refuse(place,
                     text(reading.label, option.key(), " is missing; it is required. ", option.help()));
}

void OptionTable::read_all(const ConfigNode& root, const std::filesystem::path& folder) {
  Reading reading{folder, "", {}, {}};
  if (root.kind == ConfigNode::Kind::scalar || root.kind == ConfigNode::Kind::list)
    reading.refuse(root.place,
                   "the file must hold options as 'key: value' lines; `groundswell config` lists them");
  read_map(root, "", reading);
  if (!reading.is_hopeless()) check_required(root.place, reading);
  throw_problems(reading.problems);
}

std::vector<std::filesystem::path> OptionTable::input_paths() const {
  std::vector<std::filesystem::path> paths;
  const auto add = [&](const std::vector<std::filesystem::path>& more) {
    paths.insert(paths.end(), more.begin(), more.end());
  };
  for (const Option& option : options_) {
    if (option.is_table_list()) option.for_each_item_([&](OptionTable& item) { add(item.input_paths()); });
    if (option.type() != type_name<std::filesystem::path>() || option.is_for_output()) continue;
    for (const std::string& path : option.written())
      if (!path.empty() && path != "none") paths.emplace_back(path);
  }
  return paths;
}

void OptionTable::read_file(const std::filesystem::path& path) {
  read_all(read_yaml_file(path), path.parent_path());
}

void OptionTable::read_text(const std::string& yaml, const std::string& name) {
  read_all(read_yaml_text(yaml, name), "");
}

void OptionTable::read_overrides(const std::vector<std::string>& overrides) {
  for (const std::string& item : overrides) {
    const std::size_t equals = item.find('=');
    require(equals != std::string::npos && equals > 0, "--set '", item,
            "' has no value; write --set key=value, for example --set \"time.step=5 min\"");
    read_text(item.substr(0, equals) + ": " + item.substr(equals + 1), "--set " + item);
  }
}

void OptionTable::use_calendar(Calendar calendar) {
  Reading reading{"", "", {}, {}};
  use_calendar(calendar, "", reading);
  throw_problems(reading.problems);
}

// Items of a list do not know their place in the file; `list_place` is that of the list.
void OptionTable::use_calendar(Calendar calendar, const std::string& list_place, Reading& reading) {
  for (const Option& option : options_) {
    const std::string at = list_place.empty() ? place(option.key()) : list_place;
    if (option.is_table_list()) {
      int number = 0;
      option.for_each_item_([&](OptionTable& item) {
        Reading inner{"", text(reading.label, option.key(), "[", ++number, "]."), {}, {}};
        item.use_calendar(calendar, at, inner);
        reading.problems.insert(reading.problems.end(), inner.problems.begin(), inner.problems.end());
      });
    }
    if (!option.use_calendar_) continue;
    try {
      option.use_calendar_(calendar);
    } catch (const Error& error) {
      reading.refuse(at, text(reading.label, option.key(), ": ", error.what()));
    }
  }
}

void OptionTable::check_values(const std::string& name) {
  Reading reading{"", "", {}, {}};
  check_items(name, reading);
  throw_problems(reading.problems);
}

void OptionTable::check_items(const std::string& name, Reading& reading) {
  for (const Option& option : options_) {
    places_[option.key()] = name;
    if (option.is_table_list()) {
      int number = 0;
      option.for_each_item_([&](OptionTable& item) {
        Reading inner{"", text(reading.label, option.key(), "[", ++number, "]."), {}, {}};
        item.check_items(name, inner);
        reading.problems.insert(reading.problems.end(), inner.problems.begin(), inner.problems.end());
      });
      continue;
    }
    const std::vector<std::string> texts = option.written();
    if (texts == std::vector<std::string>{""} && !option.is_required()) continue;
    read_texts(option, texts, name, reading);
  }
}

std::string OptionTable::place(const std::string& key) const {
  const auto at = places_.find(key);
  return at == places_.end() ? "the default" : at->second;
}

}  // namespace groundswell
