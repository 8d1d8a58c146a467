// SPDX-License-Identifier: Apache-2.0
// The forcing of one cell (or pack of cells) for the source terms, and its stress.
#pragma once

namespace groundswell {

// Forcing of one cell.
template <class Real>
struct CellForcing {
  Real wind_x, wind_y;          // [m s-1] in the cell's frame
  Real depth;                   // [m]
  Real air = Real(1);           // density of the air relative to that in base/constants.hpp
  Real losses_taken = Real(0);  // fraction of this step's friction and breaking that transport has applied
};

// u*, z0 and the wave stress of a cell.
template <class Real>
struct CellStress {
  Real friction_velocity;  // [m s-1]
  Real roughness;          // [m]
  Real wave_stress;        // [m2 s-2], carried over from step to step
};

}  // namespace groundswell
