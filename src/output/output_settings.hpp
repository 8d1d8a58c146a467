// SPDX-License-Identifier: Apache-2.0
// The user's choices about output: which files, which fields, how often, where. Plain values with defaults;
// the table of options binds keys to them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"

namespace groundswell {

// When a kind of output is written.
struct ScheduleSettings {
  std::int64_t interval = 3600;        // [s]; 0 = never
  std::optional<DateTime> start, end;  // where not given, those of the run
};

// Fields on the cells of the mesh: <folder>/fields.nc.
struct MeshOutputSettings : ScheduleSettings {
  std::vector<std::string> fields = {"hs",   "tp",   "t02",  "t0m1", "dir",  "dp",   "spr",
                                     "phs0", "phs1", "uwnd", "vwnd", "uuss", "vuss", "dpt"};
};

// A regular longitude-latitude grid: <folder>/lat_lon.nc.
struct LatLonOutputSettings : ScheduleSettings {
  double spacing = 0.25;  // [degree]
  // Edges [degree]; where not given, the extent of the mesh, rounded outwards to a multiple of the spacing.
  std::optional<double> west, east, south, north;
  // Fields, under their own names or (swh, mwd, pp1d, mp2, mwp, u10, v10) those of ECMWF.
  std::vector<std::string> variables = {"swh", "mwd", "pp1d", "mp2", "mwp", "u10", "v10"};
};

// A named place: longitude and latitude [degree] on the sphere, x and y [m] in the plane.
struct OutputPlace {
  std::string name;
  double lon = 0.0, lat = 0.0;
};

// Time series (<folder>/points.nc) and directional spectra (<folder>/spectra.nc) at named places. A place on
// land has the values of the nearest sea cell.
struct PointOutputSettings : ScheduleSettings {  // of time series
  std::int64_t spectra_interval = 3600;          // [s] of spectra; 0 = no file
  std::vector<OutputPlace> places;               // none = neither file
  double max_distance = 50e3;  // [m] between a place and the nearest cell; beyond it, the place is refused
  std::string value = "interpolated";  // from the cells around the place, or of the "nearest" one
  std::vector<std::string> fields = {"hs", "tp", "t02", "t0m1", "dir", "dp", "spr", "uwnd", "vwnd", "dpt"};
};

// A ship or satellite, whose path is a file.
struct OutputTrack {
  std::string name;                    // the file of spectra is <folder>/track_<name>.nc
  std::filesystem::path file;          // track_reader.hpp
  std::string value = "interpolated";  // between the cells around, or the spectra of these "cells"
};

// Directional spectra along tracks, at the dates within each. A position on land has the values of the
// nearest sea cell.
struct TrackOutputSettings : ScheduleSettings {
  double max_distance = 50e3;  // [m] between land and the nearest cell; beyond it, values are missing
  std::optional<std::int64_t> max_gap;  // [s] between two positions of a track; in longer ones too
  std::vector<OutputTrack> tracks;
};

// Files from which a run goes on: <folder>/restart_<date>.nc. None are written at an interval unless asked
// for.
struct RestartSettings : ScheduleSettings {
  RestartSettings() { interval = 0; }
  int keep = 2;  // so many of the newest stay
};

// Spectra for a nested run, at places along the open edges of its mesh: <folder>/boundary_<name>.nc.
struct BoundaryOutputSettings : ScheduleSettings {
  std::string name;
  std::filesystem::path mesh;     // of the nested run
  double max_distance = 100e3;    // [m] between an open edge and the nearest cell; beyond it, refused
  std::optional<double> spacing;  // [m] no two places are closer; by default half that of the cells around
};

// Ranks that do nothing but write, while the others compute.
struct ServerSettings {
  int n_server = 0;  // the last ranks; 0 = the ranks that compute write
  std::string transport = "direct";
  int primaries = 1;                            // of the transport of that name
  int slots = 4;                                // publications of a rank that can be under way at once
  std::int64_t memory = std::int64_t(1) << 30;  // [B] of a server, for what has come and is not written yet
};

struct OutputSettings {
  std::string folder = "output";  // OutputFolder makes it
  ServerSettings servers;
  MeshOutputSettings mesh;
  LatLonOutputSettings lat_lon;
  PointOutputSettings points;
  TrackOutputSettings tracks;
  RestartSettings restart;
  std::vector<BoundaryOutputSettings> boundaries;
};

}  // namespace groundswell
