// SPDX-License-Identifier: Apache-2.0
// Owns the tables that passes read: those that follow from the mesh and the spectral grid, made once, and
// those that follow from the water, rebuilt whenever it changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exec/array.hpp"
#include "propagation/bin_tables.hpp"
#include "propagation/cell_tiles.hpp"
#include "propagation/edge_geometry.hpp"
#include "propagation/obstacle_tables.hpp"
#include "propagation/pass_kernel.hpp"
#include "propagation/sub_steps.hpp"
#include "propagation/water_tables.hpp"

namespace groundswell {

template <class T>
class PropagationTables {
 public:
  PropagationTables(const Mesh& mesh, const SpectralGrid& grid, const PropagationSettings& settings,
                    PropagationCells cells);

  void update_water(const WaterValues& water);
  // Sets the edge coefficients that depend on the sub-steps [n_freq] [s], for the present water.
  void set_time_steps(const std::vector<T>& time_step);
  void set_boundary(RowArray<T> spectra, std::vector<int> spectrum_on_edge);
  Rows<T> boundary_spectra() { return boundary_.spectra.rows(); }

  // The tables for passes over one part of the cells: pointers into this object, valid until its next update.
  PassTables<T> pass_tables(CellPart part) const;
  TransportRates compute_rates() const;

  const Mesh& mesh() const { return mesh_; }
  const SpectralGrid& grid() const { return grid_; }
  const PropagationCells& cells() const { return cells_; }
  const CellTiles& tiles(CellPart part) const { return part == CellPart::inner ? inner_ : border_; }
  int max_rows() const { return std::max(inner_.max_rows, border_.max_rows); }
  int max_turned() const { return std::max(inner_.max_turned, border_.max_turned); }
  const std::vector<double>& frame_angle() const { return charts_.frame_angle; }

 private:
  struct Charts {
    explicit Charts(const Mesh& mesh);
    std::vector<double> frame_angle;        // [n_cell] [rad]
    std::vector<Chart> of_cell;             // [n_cell]
    std::vector<T> cell_angle, edge_angle;  // [rad], see PassTables
  };
  // The edges of each cell in order, see PassTables.
  struct Slots {
    Slots(const Mesh& mesh, int n_owned);
    std::vector<std::int32_t> n_of_cell, row;
    std::vector<T> weight;
  };
  // The incoming spectra, and which of them enters through each edge.
  struct Boundary {
    RowArray<T> spectra;
    std::vector<int> row_of_edge;
  };

  // See PassTables.
  struct EdgeForms {
    std::vector<std::int32_t> n_general;
    std::vector<std::uint8_t> averages, third_order;
  };

  void set_tiles();
  void set_sprinkler(const PropagationSettings& settings);
  void set_edge_forms();
  bool has_third_order(int cell) const;
  int count_uneven(int edge) const;
  bool is_plain(int edge) const;
  void set_shelf_sides(const std::vector<double>& depth);

  Mesh mesh_;
  SpectralGrid grid_;
  PropagationSettings settings_;
  PropagationCells cells_;
  BinTables<T> bins_;
  Charts charts_;
  ObstacleTables<T> obstacles_;
  std::vector<EdgeGeometry<T>> edges_;
  EdgeForms forms_;
  std::vector<T> sprinkler_;       // [n_edge] [s] d_theta^2 T / 12
  RowArray<T> moved_, diffusion_;  // [n_edge][n_freq], see PassTables
  bool diffuses_ = false;
  Boundary boundary_;
  std::vector<std::uint8_t> blocked_;
  std::vector<std::int8_t> shelf_side_;  // [n_edge], see PassTables
  CellTiles inner_, border_;
  Slots slots_;
  WaterTables<T> water_;
};

}  // namespace groundswell
