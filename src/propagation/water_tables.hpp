// SPDX-License-Identifier: Apache-2.0
// Tables for fluxes and turning that depend on the water: group speed at edges and in cells, currents at
// edges, gradients of depth and current in each cell's direction frame.
#pragma once

#include <vector>

#include "exec/array.hpp"
#include "mesh/mesh.hpp"
#include "propagation/direction_frames.hpp"
#include "propagation/edge_geometry.hpp"
#include "propagation/propagation_settings.hpp"
#include "propagation/refraction.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Turning and shift of frequency in one cell:
// c_theta = -cg great_circle cos(theta) + steady + cos2 cos(2 theta) + sin2 sin(2 theta)
//   + refraction by depth (refraction.hpp),
// c_sigma / sigma = (n - 1/2) deepening - n (stretch + shear_cos cos(2 theta) + shear_sin sin(2 theta) +
//   drift . rise), n = cg k / sigma, rise of RefractionTables. Gradients are in the cell's frame; theta is
//   the direction of travel.
template <class T>
struct CellGradients {
  T great_circle;                   // [m-1] tan(chart latitude) / R
  T inv_size;                       // [m-1] 1 / sqrt(area)
  T steady, cos2, sin2;             // [s-1] turning by the current
  T deepening;                      // [s-1] (d depth / dt) / depth
  T drift_x, drift_y;               // [s-1] U / sqrt(area)
  T stretch, shear_cos, shear_sin;  // [s-1] parts of k . (dU/ds) / k
};

template <class T>
struct WaterTables {
  RowArray<T> edge_group_speed;                    // [n_edge][n_freq] [m s-1] at the mean depth of both cells
  std::vector<T> current_normal, current_tangent;  // [n_edge] [m s-1]
  RowArray<T> cell_group_speed;                    // [n_cell][n_freq] [m s-1]
  RowArray<T> cell_ratio;                   // [n_cell][n_freq] n = cg k / sigma; only if shifts_frequency
  std::vector<CellGradients<T>> gradients;  // [n_owned]
  RefractionTables<T> refraction;
  bool refracts = false;  // whether depth-induced refraction is computed
  bool has_current = false;
  bool shifts_frequency = false;  // the setting is on, and there is a current or a changing depth
};

// The mesh with the charts and the number of owned cells, and the spectral grid.
struct PropagationMesh {
  const Mesh& mesh;
  const SpectralGrid& grid;
  const std::vector<Chart>& chart;  // [n_cell]
  int n_owned;
};

// Throws Error if a depth is not positive, if an array in `water` has a size other than 0 or n_cell, or if
// the current has only one component.
template <class T>
WaterTables<T> make_water_tables(const PropagationMesh& on, const PropagationSettings& settings,
                                 const WaterValues& water);

}  // namespace groundswell
