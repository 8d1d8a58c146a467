// SPDX-License-Identifier: Apache-2.0
// groundswell man and groundswell completion SHELL: the manual page and shell completion, generated from the
// command line's description of itself; and groundswell complete, which is called by the shells' scripts.
#include <iostream>
#include <memory>

#include "apps/command_line.hpp"
#include "apps/subcommands.hpp"

namespace groundswell {
namespace {

struct CompleteCommand {
  std::vector<std::string> words;
  bool is_split = false;
};

// Joins the words that bash has broken at "=".
std::vector<std::string> joined_at_equals(const std::vector<std::string>& words) {
  std::vector<std::string> joined;
  bool goes_on = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_sign = words[i] == "=" && !joined.empty();
    if (is_sign || goes_on)
      joined.back() += words[i];
    else
      joined.push_back(words[i]);
    goes_on = is_sign;
  }
  return joined;
}

void complete(const CompleteCommand& command, const CLI::App& app) {
  std::vector<std::string> words = command.words;
  std::size_t before = 0;  // length of the last word's beginning, which bash treats as separate words
  if (command.is_split) {
    words = joined_at_equals(words);
    before = words.empty() ? 0 : words.back().find('=') + 1;  // npos + 1 is 0
  }
  for (const std::string& line : complete_words(describe_command(app), words))
    std::cout << (line[0] == ':' ? line : line.substr(before)) << "\n";
}

}  // namespace

void add_help(CLI::App& app) {
  app.add_subcommand("man", "Print the manual page; groundswell man | man -l -")->callback([&app] {
    std::cout << write_manual(describe_command(app));
  });
  auto* completion = app.add_subcommand("completion",
                                        "Print the script by which a shell completes words, for example: "
                                        "eval \"$(groundswell completion bash)\"");
  auto shell = std::make_shared<std::string>();
  completion->add_option("shell", *shell, "Which shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([shell] { std::cout << completion_script(*shell); });
  auto* hidden = app.add_subcommand("complete", "List what the last word may be")->group("");
  auto chosen = std::make_shared<CompleteCommand>();
  hidden->add_flag("--split", chosen->is_split, "Words are split at =, as in bash");
  hidden->add_option("words", chosen->words, "Words after the program's name");
  hidden->callback([chosen, &app] { complete(*chosen, app); });
}

}  // namespace groundswell
