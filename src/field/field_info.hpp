// SPDX-License-Identifier: Apache-2.0
// Metadata of an output field in files: name, unit, CF attributes and range. Ranges are wide, because readers
// hide values outside them: only clearly wrong values are outside. The functions below are the only
// conversion of directions between memory (of travel, radians, counter-clockwise from east) and files
// (nautical degrees). Reference: CF conventions 1.8 and CF standard name table, version 93.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "exec/array.hpp"

namespace groundswell {

// The conversion of a value in memory to the value in a file.
enum class FileForm {
  as_is,           // the same number
  from_direction,  // radians towards, counter-clockwise from east -> degrees from, clockwise from north
  degrees,         // an angle that is not a direction (a spread): radians -> degrees
};

// The component of a horizontal vector that a field holds. Components are interpolated and rotated together.
enum class VectorPart { none, east, north };

// The statistic that a value represents, over the time steps since the previous date of output.
enum class TimeStatistic { none, mean, minimum, maximum };
// "", "mean", "minimum", "maximum", as in CF's cell_methods.
std::string_view name_of(TimeStatistic statistic);

struct FieldInfo {
  std::string_view name;           // short name, in files and in lists of output fields
  std::string_view unit;           // in memory, and in files unless `form` changes it
  std::string_view standard_name;  // of CF; empty if CF has none
  std::string_view long_name;
  float valid_min = 0.0f, valid_max = 0.0f;  // in the file's unit
  FileForm form = FileForm::as_is;
  VectorPart part = VectorPart::none;
  std::string_view other_part = {};  // name of the vector's other component
  TimeStatistic statistic = TimeStatistic::none;
  std::string_view source = {};  // name of the field of which this one is the statistic

  std::string_view file_unit() const { return form == FileForm::as_is ? unit : "degree"; }
  // False for directions and for components of vectors, which are rotated when they are interpolated.
  bool has_extremes() const { return form != FileForm::from_direction && part == VectorPart::none; }
};

// Fields, each followed by its statistics: hs_mean, hs_min, hs_max. Directions, and components of vectors,
// which are rotated when they are interpolated, have only means. The texts of the fields live as long as this
// object.
class FieldsWithStatistics {
 public:
  explicit FieldsWithStatistics(const std::vector<FieldInfo>& fields);
  FieldsWithStatistics(const FieldsWithStatistics&) = delete;
  FieldsWithStatistics& operator=(const FieldsWithStatistics&) = delete;
  const std::vector<FieldInfo>& fields() const { return fields_; }

 private:
  std::string_view keep(std::string_view words, std::string_view more);
  void add(FieldInfo info, TimeStatistic statistic, std::string_view ending, std::string_view words);

  std::deque<std::string> texts_;
  std::vector<FieldInfo> fields_;
};

// The value of missing entries in files (NetCDF's default for float); in memory it is NaN.
inline constexpr float file_fill_value = 9.9692099683868690e+36f;

// Nautical direction [degrees, 0 <= d < 360] that waves or wind come from, for a direction of travel [rad,
// counter-clockwise from east].
double nautical_from_direction(double towards);
// Nautical direction [degrees, 0 <= d < 360] of travel, for spectra in the layout of WAVEWATCH III.
double nautical_to_direction(double towards);
// Direction of travel [rad, 0 <= theta < 2 pi, counter-clockwise from east], for the nautical direction
// [degrees] that waves or wind come from.
double towards_direction(double nautical_from);

// Converts values from memory to file form in place; NaN becomes `file_fill_value`.
void to_file_values(const FieldInfo& info, View<float> values);

}  // namespace groundswell
