// SPDX-License-Identifier: Apache-2.0
// groundswell config: the reference of all options, printed from the tables that parse them.
#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include "apps/subcommands.hpp"
#include "components/component_list.hpp"
#include "coupling/coupling_options.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

constexpr char markdown_head[] =
    "Written by `groundswell config --markdown`; do not edit: `tools/make_docs.sh` writes this page "
    "again.\n\n";

// Goes into text and into Markdown.
constexpr char job_head[] =
    "Components of kind run have the options of a case file; those of kind data have these in time (start, "
    "end, step,\ncalendar), mesh, wind, current, water_level and ice. The options of other kinds follow.\n\n";

// Calls show() with the options of each kind of file, a title and what is to be said before them.
void show_all(
    const std::function<void(const std::string& title, const char* head, const OptionTable& table)>& show) {
  RunConfig config;
  show("Options of a case file", "", make_options_table(config));
  CouplingSettings job;
  show("Options of a job file", job_head, make_coupling_table(job));
  show_component_options([&](const std::string& kind, const OptionTable& table) {
    show("Options of a component of kind " + kind, "", table);
  });
}

}  // namespace

void add_config(CLI::App& app) {
  auto* command =
      app.add_subcommand("config", "Print the reference of every option of case files and job files");
  auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "As the page docs/guide/options.md");
  command->callback([markdown] {
    bool is_first = true;
    show_all([&](const std::string& title, const char* head, const OptionTable& table) {
      std::cout << (is_first ? "" : "\n") << (*markdown ? "# " : "") << title << "\n\n"
                << (*markdown && is_first ? markdown_head : "") << head;
      *markdown ? table.write_reference_markdown(std::cout) : table.write_reference_text(std::cout);
      is_first = false;
    });
  });
}

}  // namespace groundswell
