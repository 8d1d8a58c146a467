// SPDX-License-Identifier: Apache-2.0
// One pass over one tile of cells: computes the fluxes across the tile's edges in scratch memory, then sums
// them in each cell, followed by the cell's transport in direction (for most frequencies only in the last
// pass of a step) and, in the last pass, in frequency. All tables are plain pointers, so that the same code
// also compiles for a device, with one thread per tile.
#pragma once

#include "base/work_counts.hpp"
#include "exec/array.hpp"
#include "propagation/cell_tiles.hpp"
#include "propagation/direction_transport.hpp"
#include "propagation/edge_steps.hpp"
#include "propagation/frequency_transport.hpp"
#include "propagation/pass_tables.hpp"

namespace groundswell {

// Scratch memory of one thread, in values of T.
template <class T>
struct PassScratch {
  T* flux;           // [rows of a tile][block_size]
  T* turned;         // [turned cells of a tile][block_size]
  T* rows;           // [3][row_size] fluxes rotated into another chart, and what of one enters it
  T* spectral;       // of direction and frequency transport, spectral_scratch_size values
  int row_size;      // n_dir padded
  int block_size;    // frequencies_per_block * n_dir, padded
  WorkCounts* work;  // on the host
};

inline constexpr int frequencies_per_block = 7;
inline constexpr int cells_ahead = 3;  // spectra are prefetched this many cells ahead
inline constexpr int edges_ahead = 8;  // what edges need besides spectra is prefetched this many edges ahead
inline constexpr int max_slots = 32;   // maximum number of edges of a cell

GS_HD GS_INLINE int spectral_scratch_size(int n_freq, int n_dir, int row_size) {
  const int turning = turning_rows * frequencies_per_block * (row_size + 2 * row_margin);
  const int shifting = frequency_scratch_size(n_freq, n_dir);
  return turning > shifting ? turning : shifting;
}

// Frequencies [first, end) that are read from the same spectra.
template <class T>
struct FrequencyBlock {
  const Rows<const T>& from;
  int first, end;
};

// Runs a pass on one tile. A Real holds a run of directions; arrays are of Scalar<Real>. Precondition: n_dir
// >= run_width<Real>. n_known: the number of directions if it is known at compile time, else 0.
template <class Real, int n_known>
class PassKernel {
 public:
  using T = Scalar<Real>;

  GS_HD PassKernel(const PassTables<T>& tables, const PassStep<T>& step, const PassScratch<T>& scratch)
      : t_(tables), s_(step), w_(scratch) {}

  GS_HD void run_tile(const CellTile& tile, const TileEdge* edges) const;

 private:
  GS_HD GS_INLINE int n_dir() const { return n_known > 0 ? n_known : t_.n_dir; }
  GS_HD void run_frequencies(const CellTile& tile, const TileEdge* edges, const Rows<const T>& from,
                             int first, int end) const;
  GS_HD void prefetch(const T* spectrum, const FrequencyBlock<T>& block) const;
  GS_HD void prefetch_edge(int edge, const FrequencyBlock<T>& block) const;
  GS_HD void prefetch_cell(int cell, const FrequencyBlock<T>& block) const;
  GS_HD GS_INLINE void count([[maybe_unused]] Work work, [[maybe_unused]] int n) const {
#if !defined(__CUDA_ARCH__)
    w_.work->add(work, n);
#endif
  }
  GS_HD T* flux_row(int row) const {
    return w_.flux + std::size_t(row) * w_.block_size;
  }
  GS_HD void flux_of_edge(const TileEdge& edge, const FrequencyBlock<T>& block) const;
  template <class Terms>
  GS_HD void flux_with(const TileEdge& edge, const FrequencyBlock<T>& block) const;
  template <class Terms>
  GS_HD void common_flux(int edge, const FrequencyBlock<T>& block, T* out) const;
  template <class Terms>
  GS_HD void general_flux(const TileEdge& edge, const FrequencyBlock<T>& block) const;
  template <class Terms>
  GS_HD void flux_across_charts(const TileEdge& edge, const EdgeDonors<T>& donors,
                                const GeneralEdgeSteps<T, Terms>& steps,
                                const FrequencyBlock<T>& block) const;
  GS_HD void pass_obstacles(const TileEdge& edge, const FrequencyBlock<T>& block) const;
  GS_HD GS_INLINE const T* obstacle_shares(const Rows<const T>& shares, int cell) const {
    return shares.row(cell < 0 ? 0 : t_.obstacle_row[cell]);
  }
  template <bool one_donor, class Flux, class Steps>
  GS_HD void fill_row(const Flux& flux, const Steps& steps, int edge, int side,
                      const FrequencyBlock<T>& block, T* out) const;
  template <Donor donor, class Flux, class Steps>
  GS_HD void fill_run(const Flux& flux, const Steps& steps, const EdgeDirection<Real>& to, int dir,
                      const FrequencyBlock<T>& block, T* out) const;
  GS_HD EdgeDonors<T> find_donors(int edge) const;
  GS_HD StencilRows<T> rows_in_chart(const TileEdge& edge, const FrequencyBlock<T>& block, Chart chart) const;
  GS_HD RowTurn<T> turn_into(Chart chart, T angle) const;
  GS_HD void turn_cells(const CellTile& tile, const FrequencyBlock<T>& block) const;
  GS_HD void update_cell(int cell, const FrequencyBlock<T>& block) const;
  template <int n_slot_known>
  GS_HD void sum_fluxes(int cell, const FrequencyBlock<T>& block, T* out, int stride) const;
  GS_HD void sum_any_fluxes(int cell, const FrequencyBlock<T>& block, T* out, int stride) const;
  GS_HD T turning_time(int cell, int freq) const;
  GS_HD TurningCourant<T> turning_courant(int cell, int freq, int& n_sub) const;
  GS_HD void turn_directions(int cell, const FrequencyBlock<T>& block, const TurningScratch<T>& scratch,
                             T* out) const;
  GS_HD void turn_again(int cell, int freq, T* row) const;
  GS_HD void shift_spectrum(int cell) const;

  const PassTables<T>& t_;
  const PassStep<T>& s_;
  const PassScratch<T>& w_;
};

}  // namespace groundswell

#include "propagation/pass_kernel_impl.hpp"
#include "propagation/pass_turning_impl.hpp"
