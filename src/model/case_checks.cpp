// SPDX-License-Identifier: Apache-2.0
#include "model/case_checks.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "boundary/constant_boundary.hpp"
#include "model/case_warnings.hpp"
#include "model/initial_state.hpp"
#include "network/rank_reorder.hpp"

namespace groundswell {
namespace {

// The share of the height of waves that begin or enter which must lie within the spectrum.
constexpr double least_height_share = 0.9;
constexpr double most_strip_cells = 2e7;

// Collects a line for each interval and each first date that is no whole number of steps: what falls due
// between two steps would never happen. `name` is the option, `given` the key that has its place in the file.
class StepChecks {
 public:
  StepChecks(const OptionTable& table, const RunConfig& config)
      : table_(table), step_(config.time.step), first_(config.start()) {}

  void check_interval(const std::string& given, const std::string& name, std::int64_t interval) {
    if (interval % step_ == 0) return;
    const std::int64_t below = interval / step_ * step_;
    add(text(table_.place(given), ": ", name, " is ", interval, " s, which is not a multiple of time.step, ",
             step_, " s; choose ", below > 0 ? text(below, " s or ") : "", below + step_, " s"));
  }
  void check_start(const std::string& given, const std::string& name, const std::optional<DateTime>& start) {
    if (!start || (*start - first_) % step_ == 0) return;
    add(text(table_.place(given), ": ", name, " is ", start->iso(),
             ", which is not a whole number of time.step, ", step_, " s, from time.start, ", first_.iso(),
             "; choose ", (*start + -((*start - first_) % step_)).iso()));
  }
  void check(const std::string& group, const ScheduleSettings& schedule) {
    check_interval(group + ".interval", group + ".interval", schedule.interval);
    check_start(group + ".start", group + ".start", schedule.start);
  }
  const std::string& mistakes() const { return mistakes_; }

 private:
  void add(const std::string& line) { mistakes_ += (mistakes_.empty() ? "" : "\n") + line; }

  const OptionTable& table_;
  std::int64_t step_;
  DateTime first_;
  std::string mistakes_;
};

void check_intervals(const OptionTable& table, const RunConfig& config) {
  const OutputSettings& output = config.output;
  StepChecks checks(table, config);
  checks.check("output.fields", output.mesh);
  checks.check("output.lat_lon", output.lat_lon);
  if (!output.points.places.empty()) {
    checks.check("output.points", output.points);
    checks.check_interval("output.points.spectra_interval", "output.points.spectra_interval",
                          output.points.spectra_interval);
  }
  checks.check("output.restart", output.restart);
  if (!output.tracks.tracks.empty()) checks.check("output.tracks", output.tracks);
  for (std::size_t i = 0; i < output.boundaries.size(); ++i) {
    const std::string list = "output.boundaries", item = text(list, "[", i + 1, "].");
    checks.check_interval(list, item + "interval", output.boundaries[i].interval);
    checks.check_start(list, item + "start", output.boundaries[i].start);
  }
  checks.check_interval("checks.interval", "checks.interval", config.check_interval);
  require(checks.mistakes().empty(), checks.mistakes());
}

// Says of which periods [s] the spectrum holds enough, and what to change.
template <class Settings>
std::string describe_periods(const SpectralGrid& grid, Settings settings) {
  double shortest = 0.0, longest = 0.0;
  const double first = grid.frequency().front(), last = grid.frequency().back();
  for (double period = 1.0 / last; period < 1.0 / first; period *= 1.01) {
    settings.period = period;
    if (height_share(grid, settings) < least_height_share) continue;
    if (shortest == 0.0) shortest = period;
    longest = period;
  }
  if (shortest == 0.0) return "give it more frequencies";
  return text("choose a period of ", std::ceil(10.0 * shortest) / 10.0, " to ",
              std::floor(10.0 * longest) / 10.0,
              " s, lower spectrum.first_frequency for longer ones, or raise ",
              "spectrum.frequencies for shorter ones");
}

// Throws Error for waves of which the spectrum holds too little. `key` names their period.
template <class Settings>
void check_peak(const OptionTable& table, const std::string& key, const Settings& settings,
                const SpectralGridSettings& grid_settings) {
  const SpectralGrid grid(grid_settings);
  const double share = height_share(grid, settings);
  if (share >= least_height_share) return;
  throw Error(text(table.place(key), ": ", key, " is ", settings.period, " s, a peak at ",
                   1.0 / settings.period, " Hz, but the spectrum covers ", grid.frequency().front(), " to ",
                   grid.frequency().back(), " Hz, which holds only ",
                   std::round(100.0 * share * settings.height) / 100.0, " m of their height of ",
                   settings.height, " m; ", describe_periods(grid, settings)));
}

void check_boundary_peaks(const OptionTable& table, const RunConfig& config) {
  check_peak(table, "boundary.period", config.boundary.sea, config.spectrum);
  for (const BoundaryBox& box : config.boundary.boxes)
    check_peak(table, "boundary.boxes", box.sea, config.spectrum);
}

void check_limiter(const OptionTable& table, const RunConfig& config) {
  const ForcingSettings& forcing = config.forcing;
  // Calm air over moving water is a wind too.
  const bool water_moves = forcing.current.kind == CurrentKind::file ||
                           (forcing.current.kind == CurrentKind::constant && forcing.current.speed > 0.0);
  const bool air_moves = blows(forcing.wind) || (forcing.relative_wind && water_moves);
  const bool wind_acts =
      config.with_sources && air_moves && (config.physics.wind_input || config.physics.linear_input);
  require(
      config.physics.limiter != "none" || !wind_acts, table.place("physics.limiter"),
      ": physics.limiter is none, but there is wind (calm air over a current counts, unless wind.relative ",
      "is false), and growth by wind without a limiter is unstable with any step; choose ",
      "hersbach_janssen, or switch physics.wind_input and physics.linear_input off");
}

// The sum is what a file may hold.
void check_vortex(const OptionTable& table, const WindSettings& wind) {
  const VortexSettings& v = wind.vortex;
  require(wind.kind != WindKind::vortex || v.max_speed + v.background_speed <= strongest_wind,
          table.place("wind.vortex.background_speed"), ": wind.vortex.background_speed ", v.background_speed,
          " m/s and max_speed ", v.max_speed, " m/s together are stronger than any wind, ", strongest_wind,
          " m/s; choose less of one");
}

// Fewer bits would round a direction of 353 degrees to beyond 360.
void check_file(const OptionTable& table, const std::string& group, const FileSettings& file) {
  constexpr int fewest_bits = 5;
  const std::string key = group + ".bits";
  const FileSettings usual;
  const auto require_packed = [&](const char* word, const auto& value, const auto& otherwise) {
    const std::string own = group + "." + word;
    require(value == otherwise || file.format == "netcdf4", table.place(own), ": ", own, " is ", value,
            ", but ", group,
            ".format is cdf5: one file with all dates, not compressed; make it netcdf4, or leave ", own,
            " out");
  };
  require_packed("dates", file.dates, usual.dates);
  require_packed("deflate", file.deflate, usual.deflate);
  require_packed("bits", file.bits, usual.bits);
  require(file.bits == 0 || file.bits >= fewest_bits, table.place(key), ": ", key, " is ", file.bits,
          "; it must be 0 (all bits) or from ", fewest_bits, " to 23");
}

void check_network(const OptionTable& table, const DecompositionSettings& decomposition) {
  require(decomposition.network.empty() || uses_distances(decomposition.reorder),
          table.place("parallel.network"),
          ": parallel.network is used by parallel.reorder: nodes and scotch alone, but parallel.reorder is ",
          decomposition.reorder, "; choose one of the two, or leave parallel.network out");
}

void check_strip(const OptionTable& table, const MeshSettings& mesh) {
  const double cells = double(mesh.length) * double(mesh.width);
  require(mesh.kind != "strip" || cells <= most_strip_cells, table.place("mesh.length"), ": mesh.length ",
          mesh.length, " times mesh.width ", mesh.width, " makes ", cells, " cells; at most ",
          most_strip_cells, " are possible");
}

}  // namespace

void check_case(const OptionTable& table, const RunConfig& config) {
  const DateTime start = config.start(), end = config.end();
  require(end > start, table.place("time.end"), ": time.end is ", config.time.end,
          ", which is not after time.start, ", config.time.start);
  require((end - start) % config.time.step == 0, table.place("time.step"), ": time.step is ",
          config.time.step, " s, which does not divide the length of the run, ", end - start, " s");
  check_intervals(table, config);
  check_file(table, "output.fields", config.output.mesh.file);
  check_file(table, "output.lat_lon", config.output.lat_lon.file);
  check_strip(table, config.mesh);
  check_network(table, config.parallel.decomposition);
  if (config.boundary.kind == "jonswap") check_boundary_peaks(table, config);
  if (config.initial.kind == "swell") check_peak(table, "initial.period", config.initial, config.spectrum);
  require(config.initial.kind != "restart" || !config.initial.restart.empty(), table.place("initial.kind"),
          ": initial.kind is restart, but initial.file names none; give it a restart_*.nc of a run");
  check_limiter(table, config);
  check_vortex(table, config.forcing.wind);
}

}  // namespace groundswell
