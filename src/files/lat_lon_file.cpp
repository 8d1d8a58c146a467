// SPDX-License-Identifier: Apache-2.0
// The axes are small: the first rank writes them.
#include "files/lat_lon_file.hpp"

namespace groundswell {

LatLonFile::LatLonFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
                       const FileTime& axis, const std::vector<double>& longitudes,
                       const std::vector<double>& latitudes, const std::vector<FieldInfo>& variables,
                       const std::optional<DateTime>& keep_until)
    : dated_(communicator, path, header, axis, keep_until),
      rows_(make_block(std::int64_t(latitudes.size()), communicator.rank(), communicator.size())),
      n_longitude_(std::int64_t(longitudes.size())) {
  ParallelFile& file = dated_.file();
  const int latitude_dimension = file.add_dimension("latitude", std::int64_t(latitudes.size()));
  const int longitude_dimension = file.add_dimension("longitude", n_longitude_);
  const int latitude = add_described_variable(file, {"latitude", "degrees_north", "latitude", "latitude"},
                                              FileType::float64, {latitude_dimension});
  const int longitude = add_described_variable(file, {"longitude", "degrees_east", "longitude", "longitude"},
                                               FileType::float64, {longitude_dimension});
  file.add_attribute(latitude, "axis", "Y");
  file.add_attribute(longitude, "axis", "X");
  for (const FieldInfo& info : variables)
    variables_.push_back(
        dated_.add_field(info, {dated_.time_dimension(), latitude_dimension, longitude_dimension}));
  file.end_definitions();
  if (communicator.rank() == 0) {
    file.write(latitude, {{0}, {std::int64_t(latitudes.size())}}, latitudes.data());
    file.write(longitude, {{0}, {n_longitude_}}, longitudes.data());
  }
  file.flush();
}

void LatLonFile::write(std::size_t variable, const float* values) {
  dated_.file().write(variables_.at(variable),
                      {{dated_.record(), rows_.begin, 0}, {1, rows_.size(), n_longitude_}}, values);
}

}  // namespace groundswell
