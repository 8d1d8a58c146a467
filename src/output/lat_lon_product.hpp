// SPDX-License-Identifier: Apache-2.0
// The regular longitude-latitude product: from blocks of cells to rows of the grid in a file.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "files/lat_lon_file.hpp"
#include "output/lat_lon_interpolation.hpp"
#include "output/output_grid.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

class LatLonProduct {
 public:
  // `part` has one ring of halo or more; it is not kept. Throws Error on all ranks for a grid without a point
  // in the sea. Collective.
  LatLonProduct(const Communicator& communicator, const LatLonOutputSettings& settings, const MeshPart& part);

  const OutputGrid& grid() const { return grid_; }
  std::vector<FieldInfo> variables() const;
  // Writes all variables at a date into a file with this grid and these variables; `block_of` returns this
  // rank's block of cells of a source field. Collective.
  void write(LatLonFile& file, const DateTime& now,
             const std::function<View<const float>(std::string_view)>& block_of);
  std::string describe() const;

 private:
  OutputGrid grid_;
  std::vector<LatLonVariable> variables_;
  LatLonInterpolation interpolation_;
  Transfer from_blocks_;  // of the cells that the grid's points need
};

}  // namespace groundswell
