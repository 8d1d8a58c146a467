// SPDX-License-Identifier: Apache-2.0
#include "run/options_table.hpp"

#include "base/error.hpp"
#include "model/model_options.hpp"
#include "run/case_checks.hpp"
#include "run/output_options.hpp"

namespace groundswell {

OptionTable make_options_table(RunConfig& config) {
  OptionTable table;
  table.add("title", config.title, "Name of the run in files and pictures.").may_change();
  add_date_options(table, config.model.time);
  table
      .add("time.wall_clock_limit", config.wall_clock_limit,
           "Time after which a run writes a restart and ends with exit code 75; 0 = no limit.")
      .unit("s")
      .at_least(0)
      .may_change();
  add_calendar_option(table, config.model.time);
  add_sea_options(table, config.model);
  add_output_options(table, config);
  add_parallel_options(table, config.model);
  table
      .add("parallel.network_watch", config.network_watch,
           "What was measured between the nodes, a file of `groundswell network probe`: in 0.5 % of the "
           "time, at "
           "most, the run measures pairs of its nodes again, and reports in the log how far the network has "
           "drifted. Empty = off.")
      .may_change();
  return table;
}

void read_run_config(const std::filesystem::path& file, RunConfig& config,
                     const std::vector<std::string>& overrides) {
  OptionTable table = make_options_table(config);
  table.read_file(file);
  table.read_overrides(overrides);
  table.use_calendar(config.model.time.calendar);
  check_case(table, config);
  require(config.model.mesh.kind != MeshKind::file || !config.model.mesh.file.empty(),
          table.place("mesh.kind"), ": mesh.file is missing; name a mesh file, or choose another mesh.kind");
}

bool had_settings(const std::filesystem::path& resolved, const DateTime& end, const SettingValues& settings) {
  if (!std::filesystem::is_regular_file(resolved)) return false;
  RunConfig earlier;
  try {
    read_run_config(resolved, earlier);
  } catch (const Error&) {
    return false;
  }
  return earlier.model.end() == end &&
         find_difference(make_options_table(earlier).list_lasting_values(), settings).empty();
}

}  // namespace groundswell
