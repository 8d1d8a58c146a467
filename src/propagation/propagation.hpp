// SPDX-License-Identifier: Apache-2.0
// Moves action density through space, direction and frequency: d N/dt + div(c N) + d(c_theta N)/d theta +
// d(c_sigma N)/d sigma = 0, in flux form on Voronoi cells, positive and conservative. The fluxes of a tile of
// cells are computed once per edge and then summed around each cell in the mesh's order of edges, so the
// result of a pass in a cell depends, bit for bit, only on the cell and its two rings of neighbours.
#pragma once

#include <memory>

#include "base/work_counts.hpp"
#include "exec/array.hpp"
#include "exec/for_cells.hpp"
#include "mesh/mesh.hpp"
#include "propagation/propagation_settings.hpp"
#include "propagation/sub_steps.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// T is float, or double for conservation tests. Use on several ranks (on a single rank, call `step`):
//   update_water(water);  plan_step(dt, largest over ranks of compute_rates());
//   exchange the halo of all frequencies of N
//   for each pass s of plan().passes:
//     s > 0: exchange the halo of frequencies [0, n_continue) of buffer(pass.from)
//     run(s, CellPart::inner, N) during the exchange; run(s, CellPart::border, N) after it
//   finish_step(N);
template <class T>
class Propagation {
 public:
  // Copies what it needs from the mesh. Throws Error for a setting out of range.
  Propagation(const Mesh& mesh, const SpectralGrid& grid, const PropagationSettings& settings,
              PropagationCells cells = {}, Backend backend = Backend::serial);
  ~Propagation();
  Propagation(Propagation&&) noexcept;
  Propagation& operator=(Propagation&&) noexcept;

  // Sets depth, current and ice; a new object has deep water without current or ice. Throws Error if a depth
  // is not positive, a vector has neither 0 nor n_cell values or the current has only one component.
  void update_water(const WaterValues& water);

  // Sets the inflow through open boundaries: spectra [row][freq][dir] of action density in the frame of the
  // cell inside, and the row of each edge of the mesh, -1 = no inflow. Initially there is none.
  void set_boundary(RowArray<T> spectra, std::vector<int> spectrum_on_edge);
  // Sets the same spectrum [freq][dir] at every open edge.
  void set_boundary(const std::vector<T>& spectrum);
  // The incoming spectra, which may be changed in place.
  Rows<T> boundary_spectra();

  // The maximum rates of the owned cells for the present water; the caller takes the maximum over all ranks.
  TransportRates compute_rates() const;

  // Plans the sub-steps of a step of dt [s] from the rates of all ranks; cheap if nothing has changed.
  void plan_step(double dt, const TransportRates& rates);
  const SubStepPlan& plan() const;

  // A buffer of spectra, [cell][freq][dir], with all frequencies (`next`) or at least the first
  // plan().n_partial (`partial`). `start` is the caller's state, which is not held here.
  RowArray<T>& buffer(SpectraBuffer which);

  // Runs pass `pass` of the plan on a part of the owned cells. Preconditions: plan_step has been called,
  // passes run in order, and the halo cells that the pass reads are up to date if the part is `border`. If
  // `cost` [owned cells] is given, the CPU time [s] of each tile is added to it, shared equally among the
  // cells of the tile.
  void run(int pass, CellPart part, const RowArray<T>& state, std::span<double> cost = {});

  // Makes the new spectra the state (by a swap). Halo cells of the new state are not up to date.
  void finish_step(RowArray<T>& state);

  // A whole step on one rank, for a mesh without halo.
  void step(RowArray<T>& state, double dt);

  // What all passes have done so far.
  WorkCounts work() const;

  // Angle of each cell's direction frame counter-clockwise from local east [rad], [n_cell].
  const std::vector<double>& frame_angle() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class Propagation<float>;
extern template class Propagation<double>;

}  // namespace groundswell
