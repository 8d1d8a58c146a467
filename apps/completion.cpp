// SPDX-License-Identifier: Apache-2.0
// Shell completion: the script of a shell asks the program, which knows its own command line.
#include <algorithm>

#include "apps/command_line.hpp"
#include "apps/mesh_maker.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

const std::string files = ":files";

constexpr char bash_script[] = R"(# bash completion of groundswell
_groundswell() {
  local word=$2 line
  [ "$word" != = ] || word=
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = :files ]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
    else
      line=${line%%$'\t'*}
      case $line in *=) compopt -o nospace 2> /dev/null ;; esac
      COMPREPLY+=("$line")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete --split -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2> /dev/null)
}
complete -F _groundswell groundswell
)";

constexpr char zsh_script[] = R"(#compdef groundswell
_groundswell() {
  local line
  local -a found unfinished
  for line in "${(@f)$(${~words[1]} complete -- "${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    if [[ $line == :files ]]; then
      [[ $words[CURRENT] != -*=* ]] || compset -P '*='
      _files
    elif [[ $line == *=$'\t'* ]]; then
      unfinished+=("${${line//:/\\:}/$'\t'/:}")
    elif [[ -n $line ]]; then
      found+=("${${line//:/\\:}/$'\t'/:}")
    fi
  done
  (( ! $#found )) || _describe -V groundswell found
  (( ! $#unfinished )) || _describe -V groundswell unfinished -S ''
}
if [[ $funcstack[1] == _groundswell ]]; then _groundswell "$@"; else compdef _groundswell groundswell; fi
)";

constexpr char fish_script[] = R"(# fish completion of groundswell
function __groundswell_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (command $words[1] complete -- $words[2..-1] 2> /dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c groundswell -f -a '(__groundswell_complete)'
)";

bool begins_with(const std::string& word, const std::string& start) {
  return word.compare(0, start.size(), start) == 0;
}

// A candidate and, on the same line, the first line of its description.
std::string candidate(const std::string& word, const std::string& help) {
  return word + "\t" + help.substr(0, help.find('\n'));
}

const ArgumentText* find_option(const CommandText& command, const std::string& name) {
  for (const ArgumentText& option : command.options)
    if (std::ranges::find(option.names, name) != option.names.end()) return &option;
  return nullptr;
}

// The state after parsing a line of words: the command, an option that is waiting for its values, and the
// position among the arguments.
struct WordPlace {
  const CommandText* command;
  std::string path;  // "mesh"
  const ArgumentText* option = nullptr;
  int missing = 0;  // number of missing option values
  std::size_t n_positional = 0;
  bool only_positionals = false;  // after --
};

void step_over(const std::string& word, WordPlace& at) {
  if (at.missing > 0) {
    --at.missing;
  } else if (at.only_positionals) {
    ++at.n_positional;
  } else if (word == "--") {
    at.only_positionals = true;
  } else if (begins_with(word, "-")) {
    at.option = find_option(*at.command, word.substr(0, word.find('=')));
    at.missing = at.option == nullptr || word.find('=') != std::string::npos ? 0 : at.option->least_values;
  } else {
    for (const CommandText& inner : at.command->commands)
      if (inner.name == word) {
        at = {&inner, at.path + (at.path.empty() ? "" : " ") + word};
        return;
      }
    ++at.n_positional;
  }
}

// Adds values of an argument that begin with `word`, each preceded by `before`, which is the option if it is
// part of the same word.
void add_values(const ArgumentText& argument, const std::string& path, const std::string& before,
                const std::string& word, std::vector<std::string>& found) {
  for (const std::string& choice : argument.choices)
    if (begins_with(choice, word)) found.push_back(candidate(before + choice, ""));
  if (argument.value == "KEY=VALUE" && word.find('=') == std::string::npos) {
    RunConfig run;
    MeshCase mesh;
    const OptionTable table = path == "mesh" ? make_mesh_options(mesh) : make_options_table(run);
    for (const auto& [key, help] : table.list_keys())
      if (begins_with(key, word)) found.push_back(candidate(before + key + "=", help));
  } else if (argument.value == "TEXT" || argument.value == "KEY=VALUE") {
    found.push_back(files);
  }
}

}  // namespace

std::vector<std::string> complete_words(const CommandText& program, const std::vector<std::string>& words) {
  std::vector<std::string> found;
  if (words.empty()) return found;
  WordPlace at{&program, ""};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) step_over(words[i], at);
  const std::string& word = words.back();
  const std::size_t equals = word.find('=');
  if (at.missing > 0) {
    add_values(*at.option, at.path, "", word, found);
  } else if (begins_with(word, "-") && !at.only_positionals && equals != std::string::npos) {
    if (const ArgumentText* option = find_option(*at.command, word.substr(0, equals)))
      add_values(*option, at.path, word.substr(0, equals + 1), word.substr(equals + 1), found);
  } else if (begins_with(word, "-") && !at.only_positionals) {
    for (const ArgumentText& option : at.command->options)
      for (const std::string& name : option.names)
        if (begins_with(name, word)) found.push_back(candidate(name, option.help));
  } else {
    for (const CommandText& inner : at.command->commands)
      if (begins_with(inner.name, word)) found.push_back(candidate(inner.name, inner.help));
    if (at.n_positional < at.command->positionals.size())
      add_values(at.command->positionals[at.n_positional], at.path, "", word, found);
  }
  return found;
}

std::string completion_script(const std::string& shell) {
  return shell == "bash" ? bash_script : shell == "zsh" ? zsh_script : fish_script;
}

}  // namespace groundswell
