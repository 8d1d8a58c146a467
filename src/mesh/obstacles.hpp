// SPDX-License-Identifier: Apache-2.0
// Islands smaller than the cells, from a bathymetry finer than the mesh: which share of the waves crosses a
// cell in each direction, and its mean within the cell, by straight chords through the cell. A chord ends
// where it runs from water onto land. Land on which it enters the cell was counted by the cell before, so
// that an island on an edge counts once. Reference: the shares alpha and beta of Mentaschi et al. 2015, Ocean
// Modelling 96; Mentaschi et al. 2019, SoftwareX 9, find them in a similar way.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/regular_grid.hpp"

namespace groundswell {

struct ObstacleSettings {
  int n_chord = 64;  // through a cell in each direction, at least
  // Cells are left out unless they are more than this many steps of the bathymetry wide.
  double least_ratio = 2.0;
};

struct ObstacleCounts {
  int n_cell = 0, n_left_out = 0;  // of the mesh; with steps of the bathymetry too large for them
  int n_obstructed = 0;
  double mean_through = 1.0;  // of the obstructed cells, over directions
  // The cells in which most is blocked, over directions, at most five, and the mean share that crosses them.
  std::vector<int> worst;
  std::vector<double> worst_through;
};

// Sets the tables of obstacles of a mesh of the sea on the sphere; in the plane, and if all cells are left
// out, it has none. `height` [m]: below 0 is sea; values that are missing are land, and there is no land
// outside the grid. `land_centres`: the centres of cells that were removed as land. Land connected with one
// of these (`height`'s eight neighbours) is resolved by the mesh: in cells with an edge of land, where that
// absorbs waves already, it is not counted, in others it is.
ObstacleCounts find_obstacles(Mesh& mesh, const RegularGrid& height, const std::vector<Vec3>& land_centres,
                              const ObstacleSettings& settings = {});

}  // namespace groundswell
