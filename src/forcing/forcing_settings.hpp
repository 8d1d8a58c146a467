// SPDX-License-Identifier: Apache-2.0
// Plain settings for the sources of 10 m wind, air density, surface current, water level and ice
// concentration. By default there is no wind, no current, no water level and no ice, and the air density is
// constant.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "base/date_time.hpp"
#include "forcing/storm_wind.hpp"

namespace groundswell {

// Values beyond these are rejected: the strongest measured gusts are 113 m/s, tidal races reach 8 m/s, tides
// and surges together 20 m.
inline constexpr double strongest_wind = 120.0, strongest_current = 10.0;  // [m s-1]
inline constexpr double largest_level = 30.0;                              // [m]
inline constexpr double lightest_air = 0.8, heaviest_air = 1.6;            // [kg m-3]

// One quantity (a vector or a scalar) in netCDF files on a regular longitude-latitude grid.
struct ForcingFileSettings {
  // Files that follow each other in time, or contain one component each; all on one grid.
  std::vector<std::filesystem::path> files;
  // Variable names; if empty, common names and CF standard names are tried in turn. Scalars use `variable`.
  std::string east_variable, north_variable, variable;
  // A steady climate: the values at this date (interpolated between the file's dates) at all times.
  std::optional<DateTime> steady_at;
  // A steady climate: the mean over all of the file's dates in this month, 1 to 12; 0 for none.
  int steady_month = 0;
  // If dates are missing: reject the files, or interpolate gaps of up to `max_gap` [s].
  bool interpolate_gaps = false;
  std::int64_t max_gap = 0;
  // A cell's value is the mean of the valid points among the four around it, if these have at least this
  // fraction of the bilinear weight; 0 accepts any fraction.
  double min_valid_weight = 0.0;
  // A cell without a value, or outside the grid, gets 0 instead of stopping the run: for ice or currents that
  // a file covers only regionally. Not allowed for wind.
  bool zero_where_missing = false;
  // Factor applied to the values, to scale a climatology or to convert units that the file does not state.
  double factor = 1.0;
};

// Speed and direction at one time; between two steps both vary linearly in time, the direction along the
// shorter turn.
struct WindStep {
  std::int64_t time = 0;     // [s] since the start of the run
  double speed = 0.0;        // [m s-1]
  double from_degree = 0.0;  // [degree] nautical, coming from
};

// A storm whose centre moves along a great circle at constant speed. It rotates counter-clockwise if `lat` is
// north of the equator or on it, otherwise clockwise, on whichever side of the equator the centre is at other
// times.
struct VortexSettings : StormShape {
  double lon = 0.0, lat = 0.0;          // [degree] of the centre
  std::optional<DateTime> date;         // when the centre is at lon, lat; if unset, at the start
  double travel_speed = 0.0;            // [m s-1]
  double travel_to_degree = 0.0;        // [degree] nautical course at that position
  double background_speed = 0.0;        // [m s-1] of a uniform wind
  double background_from_degree = 0.0;  // [degree]
};

// A real storm, from its best track (see BestTrackWind and docs/theory/wind.md).
struct BestTrackSettings {
  std::filesystem::path file;           // b-deck of ATCF
  std::string storm;                    // AL05; empty: the only one of the file
  std::int64_t max_gap = 12 * 3600;     // [s] between dates
  double averaging_factor = 0.93;       // from the mean wind of a minute to the one that raises waves
  double inflow_degree = 22.6;          // [degree] by which the wind is turned towards the centre
  double translation_share = 0.55;      // of the storm's travel in its wind
  double decay = 0.8;                   // of the wind beyond the outermost radius
  double background_speed = 0.0;        // [m s-1] of a uniform wind
  double background_from_degree = 0.0;  // [degree]
};

// `coupled`: the caller gives the source (ForcingSources), from another component of a coupled job.
enum class WindKind { none, constant, turning, vortex, best_track, file, coupled };
enum class CurrentKind { none, constant, file, coupled };
enum class ScalarKind { none, constant, file, coupled };

struct WindSettings {
  WindKind kind = WindKind::none;
  double speed = 10.0;         // [m s-1] for kind `constant`, and `turning` without steps
  double from_degree = 270.0;  // [degree] nautical
  double turn_rate = 0.0;      // [degree s-1] clockwise seen from above; for kind `turning` without steps
  std::vector<WindStep> steps;
  VortexSettings vortex;
  BestTrackSettings best_track;
  ForcingFileSettings file;
};

struct CurrentSettings {
  CurrentKind kind = CurrentKind::none;
  double speed = 0.0;      // [m s-1]
  double to_degree = 0.0;  // [degree] nautical, flowing towards
  ForcingFileSettings file;
};

struct ScalarForcingSettings {
  ScalarKind kind = ScalarKind::none;
  double value = 0.0;  // water level [m], ice concentration [1] or air density [kg m-3]
  ForcingFileSettings file;
};

struct ForcingSettings {
  WindSettings wind;
  CurrentSettings current;
  ScalarForcingSettings water_level;  // [m] above mean sea level
  ScalarForcingSettings ice;          // [1] area fraction, 0 to 1
  ScalarForcingSettings air_density{ScalarKind::constant, groundswell::air_density, {}};  // [kg m-3]
  bool relative_wind = true;  // use the wind relative to the current, if there is one
  // Concentration above which ice blocks the waves [1]. The forcing only supplies the concentration and
  // `ice_blocks`; the model sets the spectra of blocked cells to zero and absorbs waves that propagate into
  // them.
  double ice_threshold = 0.3;

  // Whether the source of each quantity, in the order of ForcingQuantity, is to come from another component.
  std::array<bool, 5> are_coupled() const {
    return {wind.kind == WindKind::coupled, current.kind == CurrentKind::coupled,
            water_level.kind == ScalarKind::coupled, ice.kind == ScalarKind::coupled,
            air_density.kind == ScalarKind::coupled};
  }
};

}  // namespace groundswell
