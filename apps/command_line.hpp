// SPDX-License-Identifier: Apache-2.0
// What the command line takes, as plain data: the program's own description of itself, from which the manual
// page and the completion of words in a shell are made.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace groundswell {

struct ArgumentText {
  std::vector<std::string> names;    // "--output", "-h"; of a positional its name alone
  std::string value, help;           // "KEY=VALUE", "INT in [1 - 2]", "" of a flag
  std::string default_value;         // "" without one
  std::vector<std::string> choices;  // words, where only these are allowed
  int least_values = 0;              // how many words after it are its values
  bool is_required = false;
};

struct CommandText {
  std::string name, help, footer;
  std::vector<ArgumentText> options, positionals;
  std::vector<CommandText> commands;
};

// All that is not hidden (its group has a name).
CommandText describe_command(const CLI::App& app);

// The manual page in the macros of man(7).
std::string write_manual(const CommandText& program);

// The words that may stand in place of the last one, each with a tabulator and what it means; ":files" stands
// for the names of files. `words` are those after the program's name. Keys of --set come from the tables of
// options.
std::vector<std::string> complete_words(const CommandText& program, const std::vector<std::string>& words);

// The script by which a shell completes: bash, zsh or fish.
std::string completion_script(const std::string& shell);

}  // namespace groundswell
