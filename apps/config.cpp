// SPDX-License-Identifier: Apache-2.0
// groundswell config: the reference of all options, printed from the tables that parse them.
#include <iostream>
#include <memory>

#include "apps/subcommands.hpp"
#include "coupling/coupling_options.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

constexpr char markdown_head[] =
    "# Options\n\n"
    "Written by `groundswell config --markdown`; do not edit: `tools/make_docs.sh` writes this page "
    "again. First the options of a case file, then those of a [job file](#options-of-a-job-file).\n\n";

// Says which options the files of other components have, in lines that are neither text nor Markdown.
constexpr char job_head[] =
    "A job file lists components, each with a file of its own. A component of kind run has the options of a "
    "case file;\none of kind data those of a case file in time (start, end, step, calendar), mesh, wind, "
    "current, water_level and ice.\n\n";

}  // namespace

void add_config(CLI::App& app) {
  auto* command = app.add_subcommand("config", "Print the reference of every option of a case or job file");
  auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "As the page docs/guide/options.md");
  command->callback([markdown] {
    RunConfig config;
    CouplingSettings job;
    const OptionTable of_case = make_options_table(config), of_job = make_coupling_table(job);
    if (*markdown) {
      std::cout << markdown_head;
      of_case.write_reference_markdown(std::cout);
      std::cout << "\n# Options of a job file\n\n" << job_head;
      of_job.write_reference_markdown(std::cout);
    } else {
      of_case.write_reference_text(std::cout);
      std::cout << "\nOptions of a job file\n\n" << job_head;
      of_job.write_reference_text(std::cout);
    }
  });
}

}  // namespace groundswell
