// SPDX-License-Identifier: Apache-2.0
// The user's settings for output: which files, which fields, how often, where. Plain values with defaults.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"
#include "base/schedule.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {

enum class FileFormat { cdf5, netcdf4 };
inline constexpr NamedValue<FileFormat> file_formats[] = {{"cdf5", FileFormat::cdf5},
                                                          {"netcdf4", FileFormat::netcdf4}};
// Which dates are in one file: those of a day, or a single date.
enum class FileDates { day, date };
inline constexpr NamedValue<FileDates> file_dates[] = {{"day", FileDates::day}, {"date", FileDates::date}};

// The file format. CDF-5: one file that grows. NetCDF-4: compressed files, each complete when it gets its
// final name.
struct FileSettings {
  FileFormat format = FileFormat::cdf5;
  // Only for netcdf4:
  FileDates dates = FileDates::day;
  int deflate = 1;  // level of lossless compression; 0 = none
  int bits = 0;     // bits of the mantissa kept; 0 = all
};

// Fields on the cells of the mesh: <folder>/fields.nc.
struct MeshOutputSettings : ScheduleSettings {
  FileSettings file;
  std::vector<std::string> fields;
};

// A regular longitude-latitude grid: <folder>/lat_lon.nc.
struct LatLonOutputSettings : ScheduleSettings {
  FileSettings file;
  std::optional<double> spacing;  // [degree]; if not given, from the mesh (find_lat_lon_spacing)
  // Edges [degree]; if not given, the extent of the mesh, rounded outwards to a multiple of the spacing.
  std::optional<double> west, east, south, north;
  std::vector<std::string> variables;  // fields, under their own names or the product's aliases
};

// A named place: longitude and latitude [degree] on the sphere, x and y [m] in the plane.
struct OutputPlace {
  std::string name;
  double lon = 0.0, lat = 0.0;
};

// A value at a place: interpolated from the cells around it, or that of the nearest one.
enum class PlaceValue { interpolated, nearest };
inline constexpr NamedValue<PlaceValue> place_values[] = {{"interpolated", PlaceValue::interpolated},
                                                          {"nearest", PlaceValue::nearest}};

// Time series at named places: <folder>/points.nc. A place on land has the values of the nearest sea cell.
struct SeriesSettings : ScheduleSettings {
  std::vector<OutputPlace> places;  // none = no file
  double max_distance = 50e3;       // [m] from a place on land to the nearest cell centre; more is an error
  PlaceValue value = PlaceValue::interpolated;
  std::vector<std::string> fields;
};

// Files from which a run can continue: <folder>/restart_<date>.nc. By default none are written.
struct RestartSettings : ScheduleSettings {
  RestartSettings() { interval = 0; }
  int keep = 2;  // how many of the newest are kept
  // The folders of the other components of a coupled job, which have restarts of the same dates.
  std::vector<std::filesystem::path> partners = {};
  bool partners_have_last = true;  // as in RestartKeeping

  RestartKeeping keeping() const { return {keep, partners, partners_have_last}; }
};

}  // namespace groundswell
