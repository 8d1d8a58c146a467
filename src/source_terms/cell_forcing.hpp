// SPDX-License-Identifier: Apache-2.0
// The forcing of one cell (or pack of cells) for the source terms, and its stress.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// Wind and air at a moment, or a change of these.
template <class Real>
struct WindAndAir {
  Real x, y;           // [m s-1] in the cell's frame
  Real air = Real(1);  // density of the air relative to that in base/constants.hpp

  GS_HD GS_INLINE Real speed() const { return square_root(x * x + y * y); }
};

// A wind by its speed [m s-1] and unit vector, with the relative density of its air.
template <class Real>
struct LocalWind {
  Real speed, x, y, air;
};

// Wind and air in the course of a model step.
template <class Real>
struct WindInStep {
  WindAndAir<Real> last;                                // at the end of the step
  WindAndAir<Real> gain = {Real(0), Real(0), Real(0)};  // change in the step
  Real duration = Real(0);                              // [s] of the step; 0 if nothing changes in it

  GS_HD GS_INLINE Real first_speed() const {
    return WindAndAir<Real>{last.x - gain.x, last.y - gain.y}.speed();
  }

  // At the moment after which the share `left` of the step remains: linear in time, but a wind that turns
  // keeps its speed, unless it turns by more than about a right angle.
  GS_HD GS_INLINE WindAndAir<Real> at(Real left) const {
    WindAndAir<Real> now = {last.x - left * gain.x, last.y - left * gain.y, last.air - left * gain.air};
    const Real chord = now.speed(), last_speed = last.speed();
    const Real speed = minimum(last_speed + left * (first_speed() - last_speed), Real(1.5) * chord);
    const Real scale = speed / maximum(chord, Real(1e-6));
    now.x *= scale;
    now.y *= scale;
    return now;
  }
};

// Forcing of one cell in a model step.
template <class Real>
struct CellForcing {
  WindInStep<Real> wind;
  Real depth;                   // [m]
  Real losses_taken = Real(0);  // fraction of this step's friction and breaking that transport has applied
  Real last_ustar = Real(0);    // [m s-1] u* of the step before
};

// u*, z0 and the wave stress of a cell.
template <class Real>
struct CellStress {
  Real friction_velocity;  // [m s-1]
  Real roughness;          // [m]
  Real wave_stress;        // [m2 s-2], carried over from step to step
};

}  // namespace groundswell
