// SPDX-License-Identifier: Apache-2.0
#include "model/settings_checks.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "boundary/constant_boundary.hpp"
#include "model/initial_state.hpp"
#include "model/model_options.hpp"
#include "network/rank_reorder.hpp"

namespace groundswell {
namespace {

// Minimum fraction of the height of initial or incoming waves that must lie within the spectrum.
constexpr double least_height_share = 0.9;
constexpr double most_strip_cells = 2e7;

// Describes the periods [s] that the spectrum resolves sufficiently, and what to change.
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

// Throws Error for waves that the spectrum does not cover sufficiently. `key` is the option of their period.
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

void check_boundary_peaks(const OptionTable& table, const ModelSettings& settings) {
  check_peak(table, "boundary.period", settings.boundary.sea, settings.spectrum);
  for (const BoundaryBox& box : settings.boundary.boxes)
    check_peak(table, "boundary.boxes", box.sea, settings.spectrum);
}

void check_limiter(const OptionTable& table, const ModelSettings& settings, const ModelSources& given) {
  const ForcingSettings& forcing = settings.forcing;
  // Calm air over moving water counts as wind, too.
  const bool water_moves = given.current || forcing.current.kind == CurrentKind::file ||
                           (forcing.current.kind == CurrentKind::constant && forcing.current.speed > 0.0);
  const bool air_moves = given.wind || blows(forcing.wind) || (forcing.relative_wind && water_moves);
  const bool wind_acts =
      settings.with_sources && air_moves && (settings.physics.wind_input || settings.physics.linear_input);
  require(
      settings.physics.limiter != GrowthLimiter::none || !wind_acts, table.place("physics.limiter"),
      ": physics.limiter is none, but there is wind (calm air over a current counts, unless wind.relative ",
      "is false), and growth by wind without a limiter is unstable with any step; choose ",
      "hersbach_janssen, or switch physics.wind_input and physics.linear_input off");
}

// A bound between 0, which is none, and the drag of the weakest winds would stop all growth.
void check_max_drag(const OptionTable& table, const SourceTermsSettings& physics) {
  const double bound = physics.used_max_drag();
  require(bound == 0.0 || bound >= 1e-3, table.place("physics.max_drag"), ": physics.max_drag is ", bound,
          ", which is less than any drag of the sea; write 0.001 to 0.01, or 0 for no bound");
}

// The winds of the vortex and of the background together have the same upper limit as wind from files.
void check_vortex(const OptionTable& table, const WindSettings& wind) {
  const VortexSettings& v = wind.vortex;
  require(wind.kind != WindKind::vortex || v.max_speed + v.background_speed <= strongest_wind,
          table.place("wind.vortex.background_speed"), ": wind.vortex.background_speed ", v.background_speed,
          " m/s and max_speed ", v.max_speed, " m/s together are stronger than any wind, ", strongest_wind,
          " m/s; reduce one of them");
}

void check_best_track(const OptionTable& table, const WindSettings& wind) {
  require(
      wind.kind != WindKind::best_track || !wind.best_track.file.empty(), table.place("wind.kind"),
      ": wind.kind is best_track, but wind.best_track.file is empty; give it a best track (b-deck of ATCF)");
}

void check_network(const OptionTable& table, const DecompositionSettings& decomposition) {
  require(decomposition.network.empty() || uses_distances(decomposition.reorder),
          table.place("parallel.network"),
          ": parallel.network is used only by parallel.reorder: nodes and scotch, but parallel.reorder is ",
          decomposition.reorder, "; choose one of the two, or leave parallel.network out");
}

void check_strip(const OptionTable& table, const MeshSettings& mesh) {
  const double cells = double(mesh.length) * double(mesh.width);
  require(mesh.kind != MeshKind::strip || cells <= most_strip_cells, table.place("mesh.length"),
          ": mesh.length ", mesh.length, " times mesh.width ", mesh.width, " makes ", cells,
          " cells; at most ", most_strip_cells, " are possible");
}

}  // namespace

bool blows(const WindSettings& wind) {
  if (wind.kind == WindKind::none) return false;
  if (wind.kind == WindKind::constant || (wind.kind == WindKind::turning && wind.steps.empty()))
    return wind.speed > 0.0;
  if (wind.kind == WindKind::turning)
    return std::any_of(wind.steps.begin(), wind.steps.end(), [](const WindStep& s) { return s.speed > 0.0; });
  return true;
}

void StepChecks::check_interval(const std::string& given, const std::string& name, std::int64_t interval) {
  if (interval % step_ == 0) return;
  const std::int64_t below = interval / step_ * step_;
  add(text(table_.place(given), ": ", name, " is ", interval, " s, which is not a multiple of time.step, ",
           step_, " s; choose ", below > 0 ? text(below, " s or ") : "", below + step_, " s"));
}

void StepChecks::check_start(const std::string& given, const std::string& name,
                             const std::optional<DateTime>& start) {
  if (!start || (*start - first_) % step_ == 0) return;
  add(text(table_.place(given), ": ", name, " is ", start->iso(),
           ", which is not a whole number of time.step, ", step_, " s, from time.start, ", first_.iso(),
           "; choose ", (*start + -((*start - first_) % step_)).iso()));
}

void check_period(const OptionTable& table, const ModelSettings& settings) {
  const DateTime start = settings.start(), end = settings.end();
  require(end > start, table.place("time.end"), ": time.end is ", settings.time.end,
          ", which is not after time.start, ", settings.time.start);
  require((end - start) % settings.time.step == 0, table.place("time.step"), ": time.step is ",
          settings.time.step, " s, which does not divide the length of the run, ", end - start, " s");
}

void check_sea(const OptionTable& table, const ModelSettings& settings, const ModelSources& given) {
  check_strip(table, settings.mesh);
  check_network(table, settings.parallel.decomposition);
  if (settings.boundary.kind == BoundaryKind::jonswap) check_boundary_peaks(table, settings);
  if (settings.initial.kind == InitialKind::swell)
    check_peak(table, "initial.period", settings.initial, settings.spectrum);
  require(settings.initial.kind != InitialKind::restart || !settings.initial.restart.empty(),
          table.place("initial.kind"),
          ": initial.kind is restart, but initial.file is empty; give it a restart_*.nc of a run");
  const std::size_t n_depth = settings.parameters.stokes_depths.size();
  require(n_depth <= n_stokes_depth, table.place("output.stokes_depths"), ": output.stokes_depths has ",
          n_depth, " depths; at most ", n_stokes_depth, " are possible");
  check_limiter(table, settings, given);
  check_max_drag(table, settings.physics);
  check_vortex(table, settings.forcing.wind);
  check_best_track(table, settings.forcing.wind);
}

void check_model_settings(const ModelSettings& settings, const ModelSources& given) {
  ModelSettings copy = settings;
  OptionTable table = make_model_options(copy);
  table.check_values("the settings");
  check_period(table, settings);
  StepChecks steps(table, settings);
  steps.check_interval("checks.interval", "checks.interval", settings.check_interval);
  require(steps.mistakes().empty(), steps.mistakes());
  check_sea(table, settings, given);
}

}  // namespace groundswell
