// SPDX-License-Identifier: Apache-2.0
#include "run/case_checks.hpp"

#include "base/error.hpp"
#include "model/settings_checks.hpp"

namespace groundswell {
namespace {

void check_schedule(StepChecks& checks, const std::string& group, const ScheduleSettings& schedule) {
  checks.check_interval(group + ".interval", group + ".interval", schedule.interval);
  checks.check_start(group + ".start", group + ".start", schedule.start);
}

void check_intervals(const OptionTable& table, const RunConfig& config) {
  const OutputSettings& output = config.output;
  StepChecks checks(table, config.model);
  check_schedule(checks, "output.fields", output.mesh);
  check_schedule(checks, "output.lat_lon", output.lat_lon);
  if (!output.points.places.empty()) {
    check_schedule(checks, "output.points", output.points);
    checks.check_interval("output.points.spectra_interval", "output.points.spectra_interval",
                          output.points.spectra_interval);
  }
  check_schedule(checks, "output.restart", output.restart);
  if (!output.tracks.tracks.empty()) check_schedule(checks, "output.tracks", output.tracks);
  for (std::size_t i = 0; i < output.boundaries.size(); ++i) {
    const std::string list = "output.boundaries", item = text(list, "[", i + 1, "].");
    checks.check_interval(list, item + "interval", output.boundaries[i].interval);
    checks.check_start(list, item + "start", output.boundaries[i].start);
  }
  checks.check_interval("checks.interval", "checks.interval", config.model.check_interval);
  require(checks.mistakes().empty(), checks.mistakes());
}

// With 2 bits a direction of 353 degrees would be rounded to 384; with 5, values are wrong by up to 1.6 %.
void check_file(const OptionTable& table, const std::string& group, const FileSettings& file) {
  constexpr int fewest_bits = 5;
  const std::string key = group + ".bits";
  const FileSettings usual;
  const auto require_packed = [&](const char* word, const auto& value, bool is_usual) {
    const std::string own = group + "." + word;
    require(is_usual || file.format == FileFormat::netcdf4, table.place(own), ": ", own, " is ", value,
            ", but ", group,
            ".format is cdf5: one file with all dates, not compressed; make it netcdf4, or leave ", own,
            " out");
  };
  require_packed("dates", name_of(file_dates, file.dates), file.dates == usual.dates);
  require_packed("deflate", file.deflate, file.deflate == usual.deflate);
  require_packed("bits", file.bits, file.bits == usual.bits);
  require(file.bits == 0 || file.bits >= fewest_bits, table.place(key), ": ", key, " is ", file.bits,
          "; it must be 0 (all bits) or from ", fewest_bits, " to 23");
}

}  // namespace

void check_case(const OptionTable& table, const RunConfig& config) {
  check_period(table, config.model);
  check_intervals(table, config);
  check_file(table, "output.fields", config.output.mesh.file);
  check_file(table, "output.lat_lon", config.output.lat_lon.file);
  check_sea(table, config.model);
}

}  // namespace groundswell
