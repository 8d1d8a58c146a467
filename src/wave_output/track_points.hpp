// SPDX-License-Identifier: Apache-2.0
// The positions of a track, as read from a text or a netCDF file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wave_output/track_path.hpp"

namespace groundswell {

// Collects positions one by one and rejects invalid ones.
class TrackPointList {
 public:
  explicit TrackPointList(Calendar calendar) : epoch_(DateParts{}, calendar) {}

  // `where` is the location of the position in the file, for error messages.
  void add(const TrackPoint& point, const std::string& where);
  std::vector<TrackPoint> finish(const std::string& file) &&;

 private:
  void check_order(const TrackPoint& point, const std::string& where) const;
  std::string iso(const TrackPoint& point) const;

  DateTime epoch_;
  std::vector<TrackPoint> points_;
  std::string where_;  // location of the last position in the file
};

std::vector<TrackPoint> read_text_track(const std::filesystem::path& file, Calendar calendar);
std::vector<TrackPoint> read_netcdf_track(const std::filesystem::path& file, Calendar calendar);
std::string to_lower(std::string word);

}  // namespace groundswell
