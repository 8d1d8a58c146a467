// SPDX-License-Identifier: Apache-2.0
#include "apps/bench_common.hpp"

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {

void add_measure_options(CLI::App& command, MeasureSettings& measure, const std::string& chooser) {
  command.add_option("--repetitions", measure.repetitions, "Of each method at least")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command
      .add_option("--choices", measure.choices, "How often " + chooser + " chooses anew, to see if it wavers")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command
      .add_option("--interval", measure.widest_interval,
                  "Repeat until the 95 % intervals of the ratios are narrower than this")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  command.add_option("--seconds", measure.max_case_seconds, "or until a case has taken so long")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
}

void check_late_target(const char* option, const std::filesystem::path& file,
                       const std::vector<std::filesystem::path>& inputs) {
  check_target(file, inputs);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  require(std::filesystem::is_directory(folder), option, " names ", file, ", but there is no folder ", folder,
          "; make it first");
}

}  // namespace groundswell
