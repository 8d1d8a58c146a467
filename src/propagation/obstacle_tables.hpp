// SPDX-License-Identifier: Apache-2.0
// Islands smaller than the cells, as shares of each direction's flux: what a cell hands on has passed the
// islands ahead of its mean (`leave`), and what enters it is reduced to its mean (`enter`). The cell that
// gives loses its flux as ever, the one that receives gains the share leave(giver) enter(receiver) of it, and
// the islands take the rest, so that the sea stays positive with any step. In a steady flow of first order
// the cell's own waves are `enter` of what arrives, and what goes on is `leave enter`, the share that crosses
// it. Reference: the shares alpha and beta of Mentaschi et al. 2015, Ocean Modelling 96, as factors of fluxes
// as in Tolman 2003, Ocean Modelling 5.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/array.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

template <class T>
struct ObstacleTables {
  std::vector<std::int32_t> row;  // [n_cell] of the shares; 0 = no islands
  RowArray<T> enter, leave;       // [row][n_dir] in the cell's frame of directions; row 0 holds ones

  bool at(int cell) const { return cell >= 0 && row[std::size_t(cell)] != 0; }
};

// Interpolates the shares of the mesh linearly to `directions` of travel [rad] in the frame of each cell,
// which is turned by frame_angle [n_cell] [rad]. A mesh without shares has no islands.
template <class T>
ObstacleTables<T> make_obstacle_tables(const Mesh& mesh, const std::vector<double>& frame_angle,
                                       const std::vector<double>& directions);

}  // namespace groundswell
