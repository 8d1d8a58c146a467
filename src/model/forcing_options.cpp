// SPDX-License-Identifier: Apache-2.0
#include "model/forcing_options.hpp"

namespace groundswell {
namespace {

void add_file_options(OptionTable& table, const std::string& prefix, ForcingFileSettings& file,
                      bool is_vector) {
  table.add(prefix + ".files", file.files, "file: netCDF files on one regular longitude-latitude grid.");
  if (is_vector) {
    table.add(prefix + ".east_variable", file.east_variable,
              "file: eastward component; by default common names.");
    table.add(prefix + ".north_variable", file.north_variable,
              "file: northward component; by default common names.");
  } else {
    table.add(prefix + ".variable", file.variable, "file: name of the variable; by default common names.");
  }
  table.add(prefix + ".steady_at", file.steady_at, "file: the values of this date at all times.");
  table
      .add(prefix + ".steady_month", file.steady_month,
           "file: the mean of this month over all years; 0 = not steady.")
      .range(0, 12);
  table
      .add_choice(prefix + ".fill_missing_dates", file.interpolate_gaps,
                  {{"refuse", false}, {"interpolate", true}}, "file: what happens if dates are missing.")
      .may_change();
  table.add(prefix + ".max_gap", file.max_gap, "file: longest gap between dates that is interpolated.")
      .unit("s")
      .at_least(0)
      .may_change();
  table
      .add(prefix + ".min_valid_weight", file.min_valid_weight,
           "file: bilinear weight that the points with values around a cell must have; 0 = any.")
      .range(0, 1);
  table.add(prefix + ".factor", file.factor, "file: the values are multiplied by this.");
}

void add_missing_as_zero(OptionTable& table, const std::string& prefix, ForcingFileSettings& file) {
  table.add(prefix + ".zero_where_missing", file.zero_where_missing,
            "file: cells without a value take 0; otherwise they stop the run.");
}

void add_vortex_options(OptionTable& table, const std::string& prefix, VortexSettings& v) {
  table.add(prefix + "lon", v.lon, "vortex: longitude of its centre.").unit("degree").range(-360, 360);
  table.add(prefix + "lat", v.lat, "vortex: latitude of its centre.").unit("degree").range(-90, 90);
  table.add(prefix + "date", v.date, "vortex: when its centre is there; none: at time.start.");
  table.add(prefix + "travel_speed", v.travel_speed, "vortex: how fast it moves.").unit("m s-1").range(0, 50);
  table.add(prefix + "travel_to", v.travel_to_degree, "vortex: where it moves to, along a great circle.")
      .unit("degree")
      .range(-360, 360);
  table.add_choice(
      prefix + "profile", v.profile,
      {{"holland", StormProfile::holland},
       {"holland_gradient", StormProfile::holland_gradient},
       {"rankine", StormProfile::rankine}},
      "vortex: wind by distance: Holland (1980) without or with Coriolis force, modified Rankine.");
  table.add(prefix + "max_speed", v.max_speed, "vortex: largest wind at 10 m, at its radius.")
      .unit("m s-1")
      .above(0)
      .at_most(strongest_wind);
  table.add(prefix + "radius", v.radius, "vortex: distance of the largest wind from the centre.")
      .unit("m")
      .range(1e3, 2e6);
  table.add(prefix + "shape", v.shape, "vortex: Holland's B; the larger, the narrower the storm.")
      .range(0.5, 3);
  table.add(prefix + "decay", v.decay, "vortex: exponent of rankine beyond the radius.").range(0.1, 1);
  table.add(prefix + "inflow", v.inflow_degree, "vortex: turn of the wind towards the centre.")
      .unit("degree")
      .range(-90, 90);
  table.add(prefix + "background_speed", v.background_speed, "vortex: wind that is added everywhere.")
      .unit("m s-1")
      .range(0, strongest_wind);
  table.add(prefix + "background_from", v.background_from_degree, "vortex: direction that it blows from.")
      .unit("degree")
      .range(-360, 360);
}

void add_best_track_options(OptionTable& table, const std::string& prefix, BestTrackSettings& t) {
  table.add(prefix + "file", t.file, "best_track: a b-deck of ATCF.");
  table.add(prefix + "storm", t.storm, "best_track: which storm, such as AL05, if the file has several.");
  table.add(prefix + "max_gap", t.max_gap, "best_track: longest time between dates of the track.")
      .unit("s")
      .above(0)
      .may_change();
  table
      .add(prefix + "averaging_factor", t.averaging_factor,
           "best_track: from the one-minute winds of the track to longer means (Harper et al. 2010).")
      .range(0.5, 1.5);
  table.add(prefix + "inflow", t.inflow_degree, "best_track: turn of the wind towards the centre.")
      .unit("degree")
      .range(-90, 90);
  table
      .add(prefix + "translation_share", t.translation_share,
           "best_track: share of the storm's travel in its wind (Lin and Chavas 2012).")
      .range(0, 1);
  table
      .add(prefix + "decay", t.decay,
           "best_track: the wind beyond the outermost radius falls with this power of the distance.")
      .range(0.1, 2);
  table.add(prefix + "background_speed", t.background_speed, "best_track: wind far from the storm.")
      .unit("m s-1")
      .range(0, strongest_wind);
  table.add(prefix + "background_from", t.background_from_degree, "best_track: direction that it blows from.")
      .unit("degree")
      .range(-360, 360);
}

}  // namespace

void add_wind_options(OptionTable& table, const std::string& prefix, WindSettings& wind) {
  table.add_choice(prefix + ".kind", wind.kind,
                   {{"none", WindKind::none},
                    {"constant", WindKind::constant},
                    {"turning", WindKind::turning},
                    {"vortex", WindKind::vortex},
                    {"best_track", WindKind::best_track},
                    {"file", WindKind::file},
                    {"coupled", WindKind::coupled}},
                   "Source of the wind.");
  table.add(prefix + ".speed", wind.speed, "constant, turning: speed at 10 m.")
      .unit("m s-1")
      .range(0, strongest_wind);
  table.add(prefix + ".from", wind.from_degree, "constant, turning: direction that it blows from.")
      .unit("degree")
      .range(-360, 360);
  table.add(prefix + ".turn_rate", wind.turn_rate, "turning: clockwise; used if no steps are given.")
      .unit("degree s-1")
      .range(-1, 1);
  table.add_list(
      prefix + ".steps", wind.steps,
      [](OptionTable& item, WindStep& step) {
        item.add("time", step.time, "Time since the start.").unit("s").required();
        item.add("speed", step.speed, "Speed then.").unit("m s-1").range(0, strongest_wind).required();
        item.add("from", step.from_degree, "Direction then.").unit("degree").range(-360, 360).required();
      },
      "turning: times between which speed and direction change linearly.");
  add_vortex_options(table, prefix + ".vortex.", wind.vortex);
  add_best_track_options(table, prefix + ".best_track.", wind.best_track);
  add_file_options(table, prefix, wind.file, true);
}

void add_forcing_options(OptionTable& table, ForcingSettings& forcing) {
  table.section("wind", "10 m wind.");
  add_wind_options(table, "wind", forcing.wind);
  table.add("wind.relative", forcing.relative_wind,
            "Whether the wind relative to the moving water drives the waves, if there is a current.");
  ScalarForcingSettings& air = forcing.air_density;
  table.add_choice(
      "wind.air_density.kind", air.kind,
      {{"constant", ScalarKind::constant}, {"file", ScalarKind::file}, {"coupled", ScalarKind::coupled}},
      "Source of the air density; growth by wind is proportional to it.");
  table.add("wind.air_density.value", air.value, "constant: the density.")
      .unit("kg m-3")
      .range(lightest_air, heaviest_air);
  add_file_options(table, "wind.air_density", air.file, false);
  table.section("current", "Surface current.");
  table.add_choice("current.kind", forcing.current.kind,
                   {{"none", CurrentKind::none},
                    {"constant", CurrentKind::constant},
                    {"file", CurrentKind::file},
                    {"coupled", CurrentKind::coupled}},
                   "Source of the current.");
  table.add("current.speed", forcing.current.speed, "constant: its speed.")
      .unit("m s-1")
      .range(0, strongest_current);
  table.add("current.to", forcing.current.to_degree, "constant: direction that it flows to.")
      .unit("degree")
      .range(-360, 360);
  add_file_options(table, "current", forcing.current.file, true);
  add_missing_as_zero(table, "current", forcing.current.file);
  const NamedValue<ScalarKind> kinds[] = {{"none", ScalarKind::none},
                                          {"constant", ScalarKind::constant},
                                          {"file", ScalarKind::file},
                                          {"coupled", ScalarKind::coupled}};
  table.section("water_level", "Height of the water above mean sea level.");
  table.add_choice("water_level.kind", forcing.water_level.kind, kinds, "Its source.");
  table.add("water_level.value", forcing.water_level.value, "constant: the level.")
      .unit("m")
      .range(-largest_level, largest_level);
  add_file_options(table, "water_level", forcing.water_level.file, false);
  add_missing_as_zero(table, "water_level", forcing.water_level.file);
  table.section("ice", "Sea ice concentration.");
  table.add_choice("ice.kind", forcing.ice.kind, kinds, "Its source.");
  table.add("ice.value", forcing.ice.value, "constant: the concentration.").range(0, 1);
  table.add("ice.threshold", forcing.ice_threshold, "Concentration above which a cell is blocked.")
      .range(0, 1);
  add_file_options(table, "ice", forcing.ice.file, false);
  add_missing_as_zero(table, "ice", forcing.ice.file);
}

}  // namespace groundswell
