// SPDX-License-Identifier: Apache-2.0
// groundswell config: the reference of all options, printed from the table that parses them.
#include <iostream>
#include <memory>

#include "apps/subcommands.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

constexpr char markdown_head[] =
    "# Options of a case file\n\n"
    "Written by `groundswell config --markdown`; do not edit: `tools/make_docs.sh` writes this page "
    "again.\n\n";

}  // namespace

void add_config(CLI::App& app) {
  auto* command = app.add_subcommand("config", "Print the reference of every option of a case file");
  auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "As the page docs/guide/options.md");
  command->callback([markdown] {
    RunConfig config;
    const OptionTable table = make_options_table(config);
    if (!*markdown) return table.write_reference_text(std::cout);
    std::cout << markdown_head;
    table.write_reference_markdown(std::cout);
  });
}

}  // namespace groundswell
