// SPDX-License-Identifier: Apache-2.0
// Time series of fields at named places: CF discrete sampling geometry, featureType timeSeries. Reference: CF
// 1.8, chapter 9 and appendix H.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/dated_file.hpp"

namespace groundswell {

// A named place and the nearest sea cell. Positions are in degrees, or in m in the plane.
struct Station {
  std::string name;
  double lon = 0.0, lat = 0.0;            // of the place
  double cell_lon = 0.0, cell_lat = 0.0;  // centre of the cell
  double distance = 0.0;                  // [m] between the place and this centre
  std::int64_t cell = 0;                  // index in the whole mesh
  bool has_cell_values = true;            // whether its values are the cell's, not interpolated to the place
};

class StationFile {
 public:
  // All ranks pass the same stations; `keep_until` is as for DatedFile. Collective.
  StationFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
              const FileTime& axis, const std::vector<Station>& stations, bool on_sphere,
              const std::vector<FieldInfo>& fields, const std::optional<DateTime>& keep_until = {});

  DatedFile& dated() { return dated_; }
  // Writes fields[field] of `n_station` stations from `first` on; the values must stay valid until the
  // record's end.
  void write(std::size_t field, int first, int n_station, const float* values);

 private:
  DatedFile dated_;
  std::vector<int> variables_;
};

}  // namespace groundswell
