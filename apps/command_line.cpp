// SPDX-License-Identifier: Apache-2.0
#include "apps/command_line.hpp"

#include <sstream>

namespace groundswell {
namespace {

// CLI11 writes "TEXT:{a,b}" for words, "INT:INT in [1 - 2]" for numbers in a range.
void describe_value(const CLI::Option& option, ArgumentText& argument) {
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  argument.value = colon == std::string::npos ? type : type.substr(colon + 1);
  if (argument.value.size() < 2 || argument.value.front() != '{') return;
  std::istringstream words(argument.value.substr(1, argument.value.size() - 2));
  argument.value.clear();
  for (std::string word; std::getline(words, word, ',');) {
    argument.choices.push_back(word);
    argument.value += (argument.value.empty() ? "" : "|") + word;
  }
}

ArgumentText describe_argument(const CLI::Option& option) {
  ArgumentText argument;
  if (option.get_positional()) argument.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  argument.help = option.get_description();
  argument.is_required = option.get_required();
  argument.least_values = option.get_items_expected_min();
  if (option.get_items_expected_max() == 0) return argument;  // a flag
  describe_value(option, argument);
  argument.default_value = option.get_default_str();
  return argument;
}

}  // namespace

CommandText describe_command(const CLI::App& app) {
  CommandText command{app.get_name(), app.get_description(), app.get_footer(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      (option->get_positional() ? command.positionals : command.options)
          .push_back(describe_argument(*option));
  for (const CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!inner->get_group().empty()) command.commands.push_back(describe_command(*inner));
  return command;
}

}  // namespace groundswell
