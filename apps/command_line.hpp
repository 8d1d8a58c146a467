// SPDX-License-Identifier: Apache-2.0
// The command line as plain data: the program's own description of itself, from which the manual page and
// shell completion are generated.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace groundswell {

struct ArgumentText {
  std::vector<std::string> names;    // "--output", "-h"; for a positional argument only its name
  std::string value, help;           // value: "KEY=VALUE", "INT in [1 - 2]" or, for a flag, ""
  std::string default_value;         // "" if there is none
  std::vector<std::string> choices;  // the allowed words; empty if others are allowed, too
  int least_values = 0;              // minimum number of values, which are the words that follow
  bool is_required = false;
};

struct CommandText {
  std::string name, help, footer;
  std::vector<ArgumentText> options, positionals;
  std::vector<CommandText> commands;
};

// All options and commands that are not hidden (hidden ones have an empty group name).
CommandText describe_command(const CLI::App& app);

// The manual page in the macros of man(7).
std::string write_manual(const CommandText& program);

// The possible completions of the last word, each with a tab and its description; ":files" stands for file
// names. `words` are those after the program's name. Keys of --set come from the tables of options.
std::vector<std::string> complete_words(const CommandText& program, const std::vector<std::string>& words);

// The completion script for a shell: bash, zsh or fish.
std::string completion_script(const std::string& shell);

}  // namespace groundswell
