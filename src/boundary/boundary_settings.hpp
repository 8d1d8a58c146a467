// SPDX-License-Identifier: Apache-2.0
// Settings of open boundaries and of files of waves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/names.hpp"

namespace groundswell {

// Significant height [m] above which a setting, a file or a run is wrong; the highest measured one is 19 m.
inline constexpr double highest_sea = 40.0;

// A JONSWAP sea of cos^n in direction.
struct BoundarySea {
  double height = 2.0;        // [m] significant; 0 = nothing enters
  double period = 10.0;       // [s] peak
  double direction = 270.0;   // [degree] coming from
  double cosine_power = 2.0;  // n of the directional distribution
};

// The sea that enters where an edge lies in a box of longitudes and latitudes [degree], in the plane of x and
// y [m].
struct BoundaryBox {
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
  BoundarySea sea;
};

enum class SpectrumForm { jonswap, gaussian };
inline constexpr NamedValue<SpectrumForm> spectrum_forms[] = {{"jonswap", SpectrumForm::jonswap},
                                                              {"gaussian", SpectrumForm::gaussian}};

// The spectra that parameters are made into.
struct SeaShapeSettings {
  SpectrumForm wind_sea = SpectrumForm::jonswap,
               swell = SpectrumForm::gaussian;  // in frequency; a sea without parts is a wind sea
  double gamma = 3.3;                           // of jonswap
  double width = 0.1;                           // of gaussian: standard deviation over peak frequency
  double spread = 30.0;                         // [degree] where files have none
  bool parts = true;  // whether wind sea and swells are used instead of the whole where files have them
};

// NetCDF files of spectra or parameters, at places or on a regular grid.
struct WaveFileSettings {
  // Files that follow each other in time, hold other places, or both.
  std::vector<std::filesystem::path> files;
  std::string variable;         // name of the spectra or of the height; if empty, common names are tried
  SeaShapeSettings shape;       // of parameters
  double max_distance = 100e3;  // [m] from an open edge to the nearest place
  // Of the one file of spectra that another run is still writing: all dates that it will have. Those that are
  // needed must be there when they are asked for. If empty, the files are whole.
  std::vector<DateTime> expected_dates;
  // At an edge without such a place nothing enters at any date; otherwise the run is refused.
  bool zero_where_no_place = false;
  bool interpolate_gaps = false;  // whether missing dates are bridged, by up to `max_gap` [s]
  std::int64_t max_gap = 0;
};

enum class BoundaryKind { absorbing, jonswap, file };
inline constexpr NamedValue<BoundaryKind> boundary_kinds[] = {
    {"absorbing", BoundaryKind::absorbing}, {"jonswap", BoundaryKind::jonswap}, {"file", BoundaryKind::file}};

struct BoundarySettings {
  BoundaryKind kind = BoundaryKind::absorbing;
  BoundarySea sea;                 // jonswap: at open edges that lie in none of the boxes
  std::vector<BoundaryBox> boxes;  // jonswap: the first box that holds an edge counts
  WaveFileSettings file;
};

}  // namespace groundswell
