// SPDX-License-Identifier: Apache-2.0
#include "bench/commands/measure_options.hpp"

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

}  // namespace groundswell
