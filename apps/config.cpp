// SPDX-License-Identifier: Apache-2.0
// groundswell config: the reference of every option, printed from the table that parses them.
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "apps/subcommands.hpp"
#include "model/options_table.hpp"

namespace groundswell {
namespace {

constexpr char markdown_head[] =
    "# Options of a case file\n\n"
    "Written by `groundswell config --markdown`; do not edit: `tools/make_docs.sh` writes this page "
    "again.\n\n";

// Default paths are made absolute for resolved.yaml; the reference must not depend on where it is printed.
std::string without_folder(std::string page) {
  const std::string folder = (std::filesystem::current_path() / "").string();
  for (std::size_t at; (at = page.find("| " + folder)) != std::string::npos;)
    page.erase(at + 2, folder.size());
  return page;
}

}  // namespace

void add_config(CLI::App& app) {
  auto* command = app.add_subcommand("config", "Print the reference of every option of a case file");
  auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "As the page docs/guide/options.md");
  command->callback([markdown] {
    RunConfig config;
    const OptionTable table = make_options_table(config);
    std::ostringstream out;
    if (*markdown) {
      out << markdown_head;
      table.write_reference_markdown(out);
    } else {
      table.write_reference_text(out);
    }
    std::cout << without_folder(out.str());
  });
}

}  // namespace groundswell
