// SPDX-License-Identifier: Apache-2.0
// Settings of open boundaries and of wave files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/names.hpp"

namespace groundswell {

// Significant height [m] above which a setting, a file or a run must be wrong; the highest ever measured is
// 19 m.
inline constexpr double highest_sea = 40.0;

// A JONSWAP sea with a cos^n directional distribution.
struct BoundarySea {
  double height = 2.0;        // [m] significant; 0 = no inflow
  double period = 10.0;       // [s] peak
  double direction = 270.0;   // [degree] coming from
  double cosine_power = 2.0;  // n of the directional distribution
};

// The sea that enters at edges within a box of longitudes and latitudes [degree], or of x and y [m] in the
// plane.
struct BoundaryBox {
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
  BoundarySea sea;
};

enum class SpectrumForm { jonswap, gaussian };
inline constexpr NamedValue<SpectrumForm> spectrum_forms[] = {{"jonswap", SpectrumForm::jonswap},
                                                              {"gaussian", SpectrumForm::gaussian}};

// Shapes of the spectra that are made from parameters.
struct SeaShapeSettings {
  SpectrumForm wind_sea = SpectrumForm::jonswap,
               swell = SpectrumForm::gaussian;  // over frequency; the total sea has the form of the wind sea
  double gamma = 3.3;                           // peak enhancement of jonswap
  double width = 0.1;    // of gaussian: standard deviation divided by the peak frequency
  double spread = 30.0;  // [degree] used where the files have no spread above 0
  bool parts = true;     // use wind sea and swells instead of the total sea if files have them
};

// NetCDF files of spectra or parameters, at points or on a regular grid.
struct WaveFileSettings {
  // Files that follow each other in time, cover different points, or both.
  std::vector<std::filesystem::path> files;
  std::string variable;         // name of the spectra or of the height; if empty, common names are tried
  SeaShapeSettings shape;       // of spectra made from parameters
  double max_distance = 100e3;  // [m] from an open edge to the nearest point
  // For a single file of spectra that another run is still writing: all dates that it will have in the end.
  // The needed ones must be in the file when they are requested. If empty, the files are complete.
  std::vector<DateTime> expected_dates;
  // If true, an edge without a point within max_distance never has any inflow; if false, a run with such an
  // edge is rejected.
  bool zero_where_no_place = false;
  bool interpolate_gaps = false;  // interpolate across gaps of at most `max_gap` [s]
  std::int64_t max_gap = 0;
};

enum class BoundaryKind { absorbing, jonswap, file };
inline constexpr NamedValue<BoundaryKind> boundary_kinds[] = {
    {"absorbing", BoundaryKind::absorbing}, {"jonswap", BoundaryKind::jonswap}, {"file", BoundaryKind::file}};

struct BoundarySettings {
  BoundaryKind kind = BoundaryKind::absorbing;
  BoundarySea sea;                 // jonswap: at open edges outside all boxes
  std::vector<BoundaryBox> boxes;  // jonswap: an edge takes the sea of the first box that contains it
  WaveFileSettings file;
};

}  // namespace groundswell
