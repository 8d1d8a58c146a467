// SPDX-License-Identifier: Apache-2.0
// Fields on a regular longitude-latitude grid, for programs that show weather maps. The dimensions are time,
// latitude and longitude; each rank writes whole rows of latitude. Reference: CF 1.8.
#pragma once

#include <string>
#include <vector>

#include "files/dated_file.hpp"

namespace groundswell {

class LatLonFile {
 public:
  // `longitudes` and `latitudes` [degree] must ascend; `variables` describe the fields of the file;
  // `keep_until` is as for DatedFile. Collective.
  LatLonFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
             const FileTime& axis, const std::vector<double>& longitudes,
             const std::vector<double>& latitudes, const std::vector<FieldInfo>& variables,
             const std::optional<DateTime>& keep_until = {});

  // The rows of latitude that this rank writes.
  const Block& rows() const { return rows_; }
  DatedFile& dated() { return dated_; }
  // Writes this rank's rows of variables[variable] to the current record; the values must stay valid until
  // the end of the record.
  void write(std::size_t variable, const float* values);

 private:
  DatedFile dated_;
  Block rows_;
  std::int64_t n_longitude_;
  std::vector<int> variables_;
};

}  // namespace groundswell
