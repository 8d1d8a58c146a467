// SPDX-License-Identifier: Apache-2.0
// The user's settings for the output of the wave model. Plain values with defaults; the table of options
// binds keys to them.
#pragma once

#include "output/output_settings.hpp"
#include "transport/transport_settings.hpp"

namespace groundswell {

// Time series and, at the same places, directional spectra: <folder>/spectra.nc.
struct PointOutputSettings : SeriesSettings {
  PointOutputSettings() { fields = {"hs", "tp", "t02", "t0m1", "dir", "dp", "spr", "uwnd", "vwnd", "dpt"}; }
  std::int64_t spectra_interval = 3600;  // [s] between spectra; 0 = no file
};

// What is written at a position of a track: a spectrum interpolated from the surrounding cells, or the
// spectra of these cells with their weights.
enum class TrackValue { interpolated, cells };
inline constexpr NamedValue<TrackValue> track_values[] = {{"interpolated", TrackValue::interpolated},
                                                          {"cells", TrackValue::cells}};

// A ship or satellite, whose path is read from a file.
struct OutputTrack {
  std::string name;            // the file of spectra is <folder>/track_<name>.nc
  std::filesystem::path file;  // format: see track_reader.hpp
  TrackValue value = TrackValue::interpolated;
};

// Directional spectra along tracks, at the output dates that a track covers. A position on land has the
// values of the nearest sea cell.
struct TrackOutputSettings : ScheduleSettings {
  double max_distance = 50e3;  // [m] from a position on land to the nearest cell centre; no values beyond it
  std::optional<std::int64_t> max_gap;  // [s] between positions of a track; no values in longer gaps
  std::vector<OutputTrack> tracks;
};

// Spectra for a nested run, at places along the open edges of its mesh: <folder>/boundary_<name>.nc.
struct BoundaryOutputSettings : ScheduleSettings {
  std::string name;
  std::filesystem::path mesh;   // of the nested run
  double max_distance = 100e3;  // [m] from an open edge on land to the nearest cell centre; more is an error
  std::optional<double> spacing;  // [m] minimum distance between places; by default half the spacing of cells
  std::filesystem::path run;      // case file of the nested run, if it runs together with this one
  int ranks = 1;                  // number of ranks for that run
};

// What a server writes: its share of each file, or whole kinds of output.
enum class ServerWork { together, kinds };
inline constexpr NamedValue<ServerWork> server_works[] = {{"together", ServerWork::together},
                                                          {"kinds", ServerWork::kinds}};

struct OutputSettings {
  OutputSettings() {
    mesh.fields = {"hs",   "tp",   "t02",  "t0m1", "dir",  "dp",   "spr",
                   "phs0", "phs1", "uwnd", "vwnd", "uuss", "vuss", "dpt"};
    lat_lon.variables = {"swh", "mwd", "pp1d", "mp2", "mwp", "u10", "v10"};
  }
  std::filesystem::path folder = "output";  // created by RunFolder
  ServerSettings servers;
  ServerWork serve = ServerWork::together;
  MeshOutputSettings mesh;
  LatLonOutputSettings lat_lon;
  PointOutputSettings points;
  TrackOutputSettings tracks;
  RestartSettings restart;
  std::vector<BoundaryOutputSettings> boundaries;
};

}  // namespace groundswell
