// SPDX-License-Identifier: Apache-2.0
// One sweep on one tile of cells: fluxes of the tile's edges into scratch, then each cell's sum, then (in the
// last sweep of a step) its transport in direction and frequency. All tables are plain pointers, so that the
// same code runs on host and device.
#pragma once

#include <cstdint>

#include "exec/array.hpp"
#include "propagation/cell_tiles.hpp"
#include "propagation/direction_transport.hpp"
#include "propagation/edge_flux.hpp"
#include "propagation/frequency_transport.hpp"
#include "propagation/medium_tables.hpp"

namespace groundswell {

// How an edge's flux is formed.
enum class EdgeForm : std::uint8_t {
  regular,   // third order, one upstream cell on both sides
  averaged,  // third order, the mean of two upstream cells on a side
  general    // near land, an open boundary, ice or another chart
};

// What a sweep reads. Rows: spectra by cell. Sizes as in EdgeGeometry and MediumTables.
template <class T>
struct SweepTables {
  int n_freq, n_dir, max_edges;
  bool upwind, diffuses, has_current, shifts_frequency;
  const EdgeGeometry<T>* edges;
  const EdgeForm* edge_form;
  const T* sprinkler;            // [n_edge] [s] d_theta^2 T / 12
  const int* boundary_row;       // [n_edge] -1 = nothing enters
  Rows<const T> boundary;        // spectra that enter
  const Chart* chart;            // [n_cell]
  const T* chart_angle;          // [n_cell] [rad] of the polar chart's axis from east; 0 far from its border
  const T* edge_chart_angle;     // [n_edge]
  const std::uint8_t* complete;  // [n_cell] all neighbours are there and open
  const std::uint8_t* blocked;   // [n_cell]
  const std::int32_t* n_slot;    // [n_cell]
  const std::int32_t* slot_row;  // [n_cell][max_edges]
  const T* slot_sign;            // [n_cell][max_edges] +1 where the flux leaves the cell
  const T* inv_area;             // [n_cell] [m-2]
  Rows<const T> edge_group_speed, cell_group_speed, cell_turn, cell_ratio;
  const T *current_normal, *current_tangent;
  const CellGradients<T>* gradients;
  const T *cos_dir, *sin_dir, *zeros;  // [n_dir]
  FaceTables<T> face;
  FrequencyGrid<T> frequency_grid;
  T direction_width;
};

// What changes from sweep to sweep.
template <class T>
struct SweepStep {
  int n_freq, n_continue;
  bool is_last;
  Rows<const T> source, state;  // of [0, n_continue), of [n_continue, n_freq)
  Rows<T> target;
  const T* time_step;  // [n_freq] [s] of the sub-step
  const T* max_gain;   // [n_freq]
  T whole_step;        // [s]
};

// Scratch of one worker [values of T].
template <class T>
struct SweepScratch {
  T* flux;         // [rows of a tile][block_size]
  T* directions;   // [6][row_size] of an edge in the charts of a and b
  T* rows;         // [10][row_size] stencil rows and fluxes turned to another chart
  T* spectral;     // of direction and frequency transport
  int row_size;    // n_dir padded
  int block_size;  // frequencies_per_block * n_dir
};

inline constexpr int frequencies_per_block = 7;

// Runs a sweep on one tile. n_static: the number of directions where it is known to the compiler, or 0.
template <class T, int n_static>
class SweepKernel {
 public:
  GS_HD SweepKernel(const SweepTables<T>& tables, const SweepStep<T>& step, const SweepScratch<T>& scratch)
      : t_(tables), s_(step), w_(scratch) {}

  GS_HD void run_tile(const CellTile& tile, const TileEdge* edges) const;

 private:
  GS_HD int n_dir() const { return n_static > 0 ? n_static : t_.n_dir; }
  GS_HD const T* source_row(int cell, int freq) const {
    return (freq < s_.n_continue ? s_.source : s_.state).row(cell) + std::size_t(freq) * n_dir();
  }
  GS_HD EdgeStep<T> make_edge_step(int edge, int freq) const;
  GS_HD EdgeDirections<T> directions(int edge, int side) const;
  GS_HD void flux_of_edge(const TileEdge& edge, int first_freq, int end_freq) const;
  template <bool averages>
  GS_HD void third_order_rows(const TileEdge& edge, int first_freq, int end_freq) const;
  GS_HD void upwind_rows(const TileEdge& edge, int first_freq, int end_freq) const;
  GS_HD void general_rows(const TileEdge& edge, int first_freq, int end_freq) const;
  GS_HD void general_flux(int edge, int freq, int frame_side, const EdgeDonors<T>& donors,
                          const EdgeDirections<T>& directions, T* flux) const;
  GS_HD const T* row_in_chart(int cell, int freq, Chart chart, T* turned) const;
  GS_HD void update_cell(int cell, int first_freq, int end_freq) const;
  GS_HD void sum_fluxes(int cell, int freq, int column, T* out) const;
  GS_HD void turn_directions(int cell, int freq, T* row) const;
  GS_HD void shift_spectrum(int cell) const;

  const SweepTables<T>& t_;
  const SweepStep<T>& s_;
  const SweepScratch<T>& w_;
};

}  // namespace groundswell

#include "propagation/sweep_kernel_impl.hpp"
