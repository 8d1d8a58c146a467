// SPDX-License-Identifier: Apache-2.0
#include "run/case.hpp"

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "base/schedule.hpp"
#include "base/written_file.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

std::vector<DateTime> dates_of(const BoundaryOutputSettings& boundary, const RunConfig& config,
                               const std::string& file) {
  require(boundary.interval > 0, "output.boundaries, ", boundary.name, " of '", file,
          "' names a nested run, but its interval is 0, so that run has nothing to take its waves from");
  const Schedule schedule(boundary, config.model.start(), config.model.end(), "output for nested runs");
  std::vector<DateTime> dates;
  for (std::int64_t i = 0; i < schedule.n_date(); ++i) dates.push_back(schedule.date(i));
  return dates;
}

// Throws Error unless the nested run takes its waves from the file that the larger run writes for it, is on
// the mesh for which that file is written, has the larger run's calendar, and lies within the dates of the
// file.
void check_nest(const Case& larger, const BoundaryOutputSettings& boundary, const std::string& file,
                const Case& nested, const std::vector<DateTime>& dates) {
  const RunConfig& config = nested.config;
  const std::string who =
      text("'", nested.file, "' (output.boundaries, ", boundary.name, " of '", larger.file, "')");
  const WaveFileSettings& waves = config.model.boundary.file;
  require(config.model.boundary.kind == BoundaryKind::file && waves.files.size() == 1 &&
              resolved_path(waves.files[0]) == resolved_path(file),
          "the nested run of ", who, " must take its waves from '", file,
          "', which the larger run writes; set its boundary.kind to file and its boundary.files to that file "
          "alone");
  require(config.model.mesh.kind == MeshKind::file &&
              resolved_path(config.model.mesh.file) == resolved_path(boundary.mesh),
          "the nested run of ", who, " must be on the mesh '", boundary.mesh.string(),
          "', for which the larger run writes spectra; set its mesh.file");
  require(config.model.time.calendar == larger.config.model.time.calendar, "the nested run of ", who,
          " has the calendar ", name_of(calendars, config.model.time.calendar), ", but the larger one has ",
          name_of(calendars, larger.config.model.time.calendar), "; give both the same time.calendar");
  require(!dates.empty() && dates.front() <= config.model.start() && config.model.end() <= dates.back(),
          "the nested run of ", who, " is from ", config.model.start().iso(), " to ",
          config.model.end().iso(), ", but the larger run writes spectra ",
          dates.empty() ? std::string("at no date")
                        : text("from ", dates.front().iso(), " to ", dates.back().iso()),
          "; change time.start or time.end, or start and end of output.boundaries");
}

// `above`: the cases in which this one is nested, directly or indirectly.
Case read_with_nests(const std::string& file, const std::vector<std::string>& overrides,
                     std::vector<std::string> above) {
  for (const std::string& each : above)
    require(resolved_path(each) != resolved_path(file), "'", file,
            "' is nested in itself; name another case in "
            "output.boundaries.run");
  above.push_back(file);
  Case found;
  found.file = file;
  read_run_config(file, found.config, overrides);
  const OptionTable table = make_options_table(found.config);
  std::ostringstream resolved;
  table.write_resolved(resolved);
  found.resolved = resolved.str();
  found.settings = table.list_lasting_values();
  found.inputs = table.input_paths();
  found.inputs.emplace_back(file);
  for (const BoundaryOutputSettings& boundary : found.config.output.boundaries) {
    if (boundary.run.empty()) continue;
    Case::Nest nest{boundary.name,
                    text(found.config.output.folder.string(), "/boundary_", boundary.name, ".nc"),
                    boundary.ranks, read_with_nests(boundary.run.string(), {}, above)};
    const std::vector<DateTime> dates = dates_of(boundary, found.config, file);
    check_nest(found, boundary, nest.boundary, nest.nested, dates);
    nest.nested.config.model.boundary.file.files = {nest.boundary};  // even if the case names a link to it
    nest.nested.config.model.boundary.file.expected_dates = dates;
    found.nests.push_back(std::move(nest));
  }
  return found;
}

void list_folders(const Case& of, std::vector<const Case*>& cases) {
  for (const Case* other : cases)
    require(resolved_path(other->config.output.folder) != resolved_path(of.config.output.folder), "'",
            other->file, "' and '", of.file, "' would both write into '", of.config.output.folder.string(),
            "'; give each run an output.folder of its own");
  cases.push_back(&of);
  for (const Case::Nest& nest : of.nests) list_folders(nest.nested, cases);
}

}  // namespace

bool Case::has_servers() const {
  return config.output.servers.n_server > 0 ||
         std::ranges::any_of(nests, [](const Nest& nest) { return nest.nested.has_servers(); });
}

Case read_case(const std::string& file, const std::vector<std::string>& overrides) {
  Case all = read_with_nests(file, overrides, {});
  std::vector<const Case*> cases;
  list_folders(all, cases);
  return all;
}

}  // namespace groundswell
