// SPDX-License-Identifier: Apache-2.0
// The cells of another mesh that lie within a cell, and the fraction of each that does: a cell that is much
// larger than these gets the mean of their spectra.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/place_tree.hpp"
#include "model/place_of_cell.hpp"

namespace groundswell {

// The angle [rad] to add to a direction in the frame of cell `there` to get the same direction in the frame
// of cell `here`: local east and north, as vectors in space, are matched as well as possible.
double turn_between(const Mesh& mesh, const PlaceOfCell& there, const PlaceOfCell& here);

class CellsWithin {
 public:
  // For a cell of `mesh`, which must outlive this object.
  CellsWithin(const Mesh& mesh, int cell);

  // Adds the cells of a block of the other mesh, the first of which has the number `first`; `here` is the
  // cell's centre.
  void add(const PlaceTree& tree, const Vec3& here, const std::vector<PlaceOfCell>& block,
           std::int64_t first);
  // The added cells with their weights in the mean; empty if they are too large or cover too little of this
  // cell.
  SourceCells mean(const PlaceOfCell& here) const;

 private:
  struct Part {
    std::int64_t number = 0;
    double share = 0.0;  // fraction of the other cell that lies within this one
    PlaceOfCell place;
  };
  double share_within(const Vec3& way, double size) const;

  const Mesh& mesh_;
  std::vector<Vec3> sides_;  // [m] from the centre to the edges, perpendicular to them
  double reach_ = 0.0;       // [m]
  std::vector<Part> parts_;
};

}  // namespace groundswell
