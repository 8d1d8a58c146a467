// SPDX-License-Identifier: Apache-2.0
// Metadata of an output field in files: name, unit, CF attributes and range. Ranges are so wide that only
// clearly wrong values lie outside, because readers hide these. The functions below convert directions
// between memory (direction of travel, radians, counter-clockwise from east) and files (nautical degrees).
// Reference: CF conventions 1.8 and CF standard name table, version 93.
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
  from_direction,  // travelling to [rad, counter-clockwise from east] -> coming from [degree, nautical]
  degrees,         // an angle that is not a direction (a spread): radians -> degrees
};

// The component of a horizontal vector that a field holds. Both components are interpolated and rotated
// together.
enum class VectorPart { none, east, north };

// The statistic that a value represents, over the time steps since the previous date of output.
enum class TimeStatistic { none, mean, minimum, maximum };
// The name of the statistic in CF's cell_methods: "mean", "minimum" or "maximum"; "" for none.
std::string_view name_of(TimeStatistic statistic);

struct FieldInfo {
  std::string_view name;           // short name, in files and in lists of output fields
  std::string_view unit;           // in memory, and in files unless `form` changes it
  std::string_view standard_name;  // CF standard name; empty if there is none
  std::string_view long_name;
  float valid_min = 0.0f, valid_max = 0.0f;  // in the file's unit
  FileForm form = FileForm::as_is;
  VectorPart part = VectorPart::none;
  std::string_view other_part = {};  // name of the vector's other component
  TimeStatistic statistic = TimeStatistic::none;
  std::string_view source = {};  // for a statistic, the name of the field that it summarises
  // Which of the depths below the surface, stated by the run (FileHeader), it is given at: 1, 2, ...; or 0.
  int depth_number = 0;

  std::string_view file_unit() const { return form == FileForm::as_is ? unit : "degree"; }
  // Whether there is a minimum and a maximum: not for directions, nor for components of vectors, which are
  // rotated when they are interpolated.
  bool has_extremes() const { return form != FileForm::from_direction && part == VectorPart::none; }
};

// Fields, each followed by its statistics: hs_mean, hs_min, hs_max. Directions, and components of vectors,
// which are rotated when they are interpolated, have only means. The fields' texts are valid as long as this
// object exists.
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
