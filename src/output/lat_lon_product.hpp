// SPDX-License-Identifier: Apache-2.0
// The regular longitude-latitude product: from blocks of cells to rows of the grid and into the file.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "files/lat_lon_file.hpp"
#include "output/cell_transfer.hpp"
#include "output/lat_lon_grid.hpp"

namespace groundswell {

class LatLonProduct {
 public:
  // Collective.
  LatLonProduct(const Communicator& communicator, const std::string& path, const FileHeader& header,
                const TimeAxis& axis, const LatLonOutputSettings& settings, const Mesh& whole);

  // Writes all variables at a date; `block_of` gives this rank's block of cells of a source field.
  // Collective.
  void write(const DateTime& now, const std::function<View<const float>(std::string_view)>& block_of);
  DatedFile& dated() { return file_.dated(); }
  std::string describe() const;

 private:
  const Communicator& communicator_;
  LatLonGrid grid_;
  std::vector<LatLonVariable> variables_;
  LatLonFile file_;
  LatLonInterpolation interpolation_;
  CellTransfer transfer_;
  std::vector<std::vector<float>> values_;  // of each variable, this rank's rows
};

}  // namespace groundswell
