// SPDX-License-Identifier: Apache-2.0
// From which cells of another mesh each cell of this one takes its sea. Of the other mesh only the places and
// the sizes of cells are known, which lie in blocks on the ranks: the blocks go around, and no rank ever has
// all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

// A cell of a restart, as it lies in the file.
struct PlaceOfCell {
  double x = 0.0, y = 0.0;   // longitude, latitude [rad]; in the plane x, y [m]
  double area = 0.0;         // [m2]
  double frame_angle = 0.0;  // [rad] theta_geographic = theta_frame + frame_angle
};

// Cells with weights whose sum is 1; none where all are too far.
struct SourceCells {
  std::vector<std::int64_t> cell;  // in the whole other mesh
  std::vector<double> weight;
  std::vector<double> turn;  // [rad] theta_frame here = theta_frame there + turn
  bool is_mean = false;      // of the cells within this one, not interpolated

  bool is_calm() const { return cell.empty(); }
  bool is_interpolated() const { return !is_mean && cell.size() > 1; }
};

// A cell that is three times as large as those of the other mesh, and half covered by them or more, has their
// mean, weighted by what of each lies within it. Otherwise, a cell that lies on the centre of another has
// this one's values. One that lies among neighbours, on their triangle, has barycentric weights (cells are
// neighbours where they are no farther apart than 1.7 times their mean size, so that no triangle spans land
// that is wider). Otherwise the nearest cell counts, if it contains the centre, roughly, or lies within
// `max_distance` [m]. `mine` are the places of this rank's cells, the first ones of `mesh`, `block` those of
// the other mesh's block of this rank. The result does not depend on the number of ranks. Collective.
std::vector<SourceCells> find_source_cells(const Communicator& communicator, const Mesh& mesh,
                                           const std::vector<PlaceOfCell>& mine,
                                           const std::vector<PlaceOfCell>& block, double max_distance);

}  // namespace groundswell
