// SPDX-License-Identifier: Apache-2.0
// The forcing of one cell (or pack of cells) for the source terms, and its stress.
#pragma once

namespace groundswell {

// Wind and air at a moment, or a change of these.
template <class Real>
struct CellWind {
  Real x, y;           // [m s-1] in the cell's frame
  Real air = Real(1);  // density of the air relative to that in base/constants.hpp
};

// Forcing of one cell in a model step.
template <class Real>
struct CellForcing {
  CellWind<Real> wind;          // at the end of the step
  Real depth;                   // [m]
  Real losses_taken = Real(0);  // fraction of this step's friction and breaking that transport has applied
  CellWind<Real> gain = {Real(0), Real(0), Real(0)};  // change of the wind and the air in the step
  Real duration = Real(0);                            // [s] of the step; 0 if nothing changes in it
};

// u*, z0 and the wave stress of a cell.
template <class Real>
struct CellStress {
  Real friction_velocity;  // [m s-1]
  Real roughness;          // [m]
  Real wave_stress;        // [m2 s-2], carried over from step to step
};

}  // namespace groundswell
