// SPDX-License-Identifier: Apache-2.0
// The best track of a storm from a b-deck of the Automated Tropical Cyclone Forecast system (ATCF): centre,
// maximum wind, its radius, the radii of 34, 50 and 64 kt by quadrant, and pressure, at dates. Format:
// Sampson and Schrader 2000 (Bulletin of the American Meteorological Society 81, 1231-1240); column by column
// in "Best Track / Objective Aid / Wind Radii Format" of the Naval Research Laboratory.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

inline constexpr double knot = 1852.0 / 3600.0, nautical_mile = 1852.0;  // [m s-1], [m]

// The winds [kt] whose radii best tracks give, and the quadrants in their order: north-east, south-east,
// south-west, north-west of the centre.
inline constexpr std::array<int, 3> isotachs{64, 50, 34};
inline constexpr int n_quadrant = 4;

// The storm at one date. 0 stands for what the file does not give.
struct BestTrackPoint {
  DateTime date;
  double lon = 0.0, lat = 0.0;                  // [degree] of the centre
  double max_wind = 0.0;                        // [m s-1] mean of one minute at 10 m, never 0
  double radius = 0.0;                          // [m] of the maximum wind
  double pressure = 0.0, outer_pressure = 0.0;  // [Pa] in the centre and on the last closed isobar
  std::array<std::array<double, n_quadrant>, isotachs.size()>
      extent{};                 // [isotach][quadrant] [m] farthest reach
  bool has_mean_radii = false;  // a quadrant's radius is missing and the mean of the others stands for it

  // Whether the radii of a wind are given: at least one of them is not 0, and the maximum wind is not weaker.
  bool has_extent(std::size_t isotach) const;
};

struct BestTrack {
  std::string storm;                   // "AL05"
  std::string name;                    // "DORIAN", the last one given, or ""
  std::vector<BestTrackPoint> points;  // ascending dates, at least two
  int n_without_wind = 0;              // dates that are left out because they lack centre or maximum wind
};

// Reads the lines of technique BEST of one storm: the one with the ATCF name `storm` (basin and number, such
// as AL05), or the only one of the file if that is empty. Throws Error, with file and line where there is
// one, for a file that is no b-deck or has no such storm, several storms without a choice, numbers that are
// none or cannot be, lines of one date that contradict each other, dates out of order, centres farther apart
// than a storm can travel, or fewer than two dates.
BestTrack read_best_track(const std::filesystem::path& file, const std::string& storm, Calendar calendar);

}  // namespace groundswell
