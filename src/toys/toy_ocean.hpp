// SPDX-License-Identifier: Apache-2.0
// A toy of an ocean for examples of coupling: one layer of water that the stress on its surface and the waves
// set in motion; the linear shallow-water equations for the (Eulerian) current u [m s-1] and the sea level
// eta [m],
//   du/dt = -g grad eta - f k x (u + T_s/h) + (tau + F) / (rho h) - r u / h,  d eta/dt = -div(h u + T_s),
// with the Stokes transport T_s of the waves, on which the Coriolis force acts, too (Hasselmann 1970), and
// their force F, minus the divergence of their radiation stress (Longuet-Higgins & Stewart 1964).
// On an Arakawa C grid (Arakawa & Lamb 1977): the level in the middle of a box, the current across its sides,
// where T_s is the mean of the boxes beside. Each part of the state is stepped with the newest values of the
// others (forward-backward; Mesinger & Arakawa 1976), in as many sub-steps as the fastest wave needs.
// Southern and northern sides of the grid are coasts, western and eastern ones too unless the grid goes
// around the globe; nothing flows through a coast, neither current nor Stokes transport.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "exec/array.hpp"
#include "field/state_list.hpp"
#include "toys/toy_grid.hpp"

namespace groundswell {

struct ToyOceanSettings {
  ToyGrid grid;
  double depth = 50.0;     // [m] h, where no other is given
  double friction = 5e-4;  // [m s-1] r at the bottom
};

// Depth [m] at a longitude and latitude [rad]; not positive or NaN: land.
using ToyDepth = std::function<double(double lon, double lat)>;

// Fills the first and the last row of each field from the last own row of the process to the south and from
// the first own row of the process to the north; where there is none, the row stays as it is. Collective.
using ExchangeRows = std::function<void(std::span<const Rows<double>> fields)>;

// Parts of a vector at each own point.
struct ToyVector {
  View<const double> east = {}, north = {};
};

// What acts on the water; missing values (NaN) count as 0. A vector without any values is 0, too.
struct ToyOceanForcing {
  ToyVector stress = {};            // [Pa] tau, on the surface
  ToyVector stokes_transport = {};  // [m2 s-1] T_s
  ToyVector wave_force = {};        // [Pa] F
};

class ToyOcean {
 public:
  // The points of the given rows of the grid, at least one row; the water is at rest. `depth` is asked for at
  // all points of the grid. Throws Error for impossible settings, a grid without water or too few rows.
  ToyOcean(const ToyOceanSettings& settings, Block rows, const ToyDepth& depth = {});

  // The sub-steps of a step of `dt` [s], the same for each part of a grid.
  int count_sub_steps(double dt) const;
  // Steps by `dt` [s]. Exchanges twice at the start and once in each sub-step. The result has the same bits
  // for all splits of the grid into rows. Collective.
  void step(double dt, const ToyOceanForcing& forcing, const ExchangeRows& exchange);

  // [own point]; 0 on land. The current in the middle of a box is the mean of that across its sides.
  View<const double> current_east() const { return current_east_.view(); }  // [m s-1]
  View<const double> current_north() const { return current_north_.view(); }
  View<const double> sea_level() const { return own(level_); }  // [m]
  View<const double> depth() const { return own(depth_); }      // [m]

  void list_state(StateList& state);
  // To be called after a state was loaded: computes what follows from it. Collective.
  void update_current(const ExchangeRows& exchange);

 private:
  // Values of all rows: own ones, and one before and after them.
  using Padded = Array<double>;
  Rows<double> rows_of(Padded& values) const { return {values.data(), n_row_ + 2, n_lon_, n_lon_}; }
  View<double> own(Padded& values) const { return {values.data() + n_lon_, n_row_ * n_lon_}; }
  View<const double> own(const Padded& values) const { return {values.data() + n_lon_, n_row_ * n_lon_}; }
  std::size_t at(std::size_t row, std::size_t column) const { return row * n_lon_ + column; }
  std::size_t east_of(std::size_t column) const { return column + 1 < n_lon_ ? column + 1 : 0; }
  std::size_t west_of(std::size_t column) const { return column > 0 ? column - 1 : n_lon_ - 1; }

  void find_depths(const ToyDepth& depth);
  void take(const ToyOceanForcing& forcing, const ExchangeRows& exchange);
  void move_level(std::size_t row, double dt);
  void push_east(std::size_t row, double dt);
  void push_north(std::size_t row, double dt);

  ToyOceanSettings settings_;
  Block rows_;
  std::size_t n_lon_ = 0, n_row_;
  double fastest_ = 0.0;  // [s-1] upper bound of the angular frequencies of the grid
  // Of each row: the cosine of its latitude, that of its northern side, and the Coriolis parameter there.
  std::vector<double> cosine_, side_cosine_, coriolis_;
  Padded depth_, east_depth_, north_depth_;     // of boxes, and of their eastern and northern sides; 0: land
  Padded level_, east_, north_;                 // the state: in boxes, and across these sides
  Padded push_east_, push_north_;               // [Pa] tau + F in boxes
  Padded stokes_east_, stokes_north_;           // [m s-1] T_s/h across sides
  Array<double> current_east_, current_north_;  // [own point]
};

}  // namespace groundswell
