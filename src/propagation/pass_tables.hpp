// SPDX-License-Identifier: Apache-2.0
// What a pass of transport reads: tables of the mesh and the water, and the pass itself. All tables are plain
// pointers, so that a device can read them, too.
#pragma once

#include <cstdint>

#include "exec/array.hpp"
#include "propagation/cell_tiles.hpp"
#include "propagation/direction_transport.hpp"
#include "propagation/edge_flux.hpp"
#include "propagation/frequency_transport.hpp"
#include "propagation/water_tables.hpp"

namespace groundswell {

// Inputs of a pass; see also EdgeGeometry and WaterTables.
template <class T>
struct PassTables {
  int n_freq, n_dir, max_edges;
  bool upwind, refracts, has_current, shifts_frequency;
  const EdgeGeometry<T>* edges;
  // [n_edge] This many of the longest waves need the general form of the flux: those that feel an uneven
  // bottom; all n_freq near land, islands, an open boundary, ice or another chart.
  const std::int32_t* n_general;
  const std::uint8_t* averages;  // [n_edge] 1 if the fast form takes the mean of two upstream cells on a side
  const T* sprinkler;            // [n_edge] 0 = no diffusion
  Rows<const T> moved;           // [n_edge][n_freq] [m] cg dt of a sub-step
  Rows<const T> diffusion;       // [n_edge][n_freq] (4/3) Dn dt / distance^2; empty if no edge diffuses
  // [n_cell] row of the shares of a flux that islands let pass (ObstacleTables); 0 = all of it
  const std::int32_t* obstacle_row;
  Rows<const T> enter, leave;
  const int* boundary_row;  // [n_edge] -1 = nothing enters
  Rows<const T> boundary;   // incoming spectra
  const Chart* chart;       // [n_cell]
  const TileRead* reads;    // of CellTiles
  const int* turned_cells;  // of CellTiles, like stencil_turns
  const StencilTurns* stencil_turns;
  const T* chart_angle;  // [n_cell] [rad] of the polar chart's axis from east; 0 far from the charts' border
  const T* edge_chart_angle;  // [n_edge]
  // [n_cell] 1 if what leaves the cell may be of third order: neither the cell nor a neighbour has islands,
  // the cell is not blocked and has no open boundary. Land and ice beside it count as water without waves.
  const std::uint8_t* third_order;
  const std::uint8_t* blocked;    // [n_cell]
  const std::int8_t* shelf_side;  // [n_edge] the side that is a shelf (set_shelf_sides); -1 = neither
  const std::int32_t* n_slot;     // [n_cell]
  const std::int32_t* slot_row;   // [n_cell][max_edges]
  const T* slot_weight;           // [n_cell][max_edges] +- dv dc of the edge / area of the cell, + = outflow
  Rows<const T> edge_group_speed, cell_group_speed, cell_ratio;
  Rows<const T> rise_x, rise_y;  // of RefractionTables, like n_often
  const std::int32_t* n_often;
  const T *current_normal, *current_tangent;
  const CellGradients<T>* gradients;
  const T *cos_dir, *sin_dir;  // [n_dir]
  const T* zeros;              // [frequencies_per_block * n_dir]
  FaceTables<T> face;
  FrequencyGrid<T> frequency_grid;
  T direction_width, inv_direction_width;
};

// The inputs that change from pass to pass.
template <class T>
struct PassStep {
  int n_freq, n_continue;
  bool is_last;
  Rows<const T> from, start;  // where [0, n_continue) and [n_continue, n_freq) are read (struct Pass)
  Rows<T> to;
  const T* time_step;  // [n_freq] [s] of the sub-step
  const T* max_gain;   // [n_freq]
  T whole_step;        // [s]
};

}  // namespace groundswell
