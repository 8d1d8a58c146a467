// SPDX-License-Identifier: Apache-2.0
// The wind around the centre of a storm: published profiles of its speed, and its vector in every cell on a
// sphere. Used by VortexWind, and usable by any other source that knows the centre and the strength of a
// storm, such as one with the track of a real storm.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "forcing/forcing_source.hpp"

namespace groundswell {

// Wind speed V at the distance r from the centre, with the maximum wind Vmax at the radius R; x is (R/r)^B:
//   holland           Holland 1980 (Monthly Weather Review 108, 1212-1218), eq. 5, without Coriolis force:
//                     V = Vmax sqrt(x exp(1 - x));
//   holland_gradient  eq. 4 of the same paper, with the Coriolis parameter f and with the constants of the
//                     generalized Holland model (Gao 2018), by which the largest wind is Vmax at R:
//                     V = sqrt(W x exp(phi (1 - x)) + (r f/2)^2) - r f/2, where W = Vmax^2 + Vmax R f and
//                     phi = 1 + Vmax R f/(B W);
//   rankine           modified Rankine (Hughes 1952, Journal of Meteorology 9, 422-428): V = Vmax r/R within
//                     R, Vmax (R/r)^decay beyond.
enum class StormProfile { holland, holland_gradient, rankine };

struct StormShape {
  StormProfile profile = StormProfile::holland;
  double max_speed = 40.0;      // [m s-1] Vmax
  double radius = 50e3;         // [m] R
  double shape = 1.5;           // B of both Holland profiles
  double decay = 0.5;           // of the modified Rankine profile
  double inflow_degree = 20.0;  // [degree] by which the wind is turned towards the centre

  // Throws Error unless maximum wind, radius, shape and decay are positive.
  void check() const;
};

// The wind speed [m s-1] at a distance [m] from a centre with the Coriolis parameter |f| [s-1].
double compute_storm_speed(const StormShape& storm, double distance, double coriolis);

// Unit vectors from the Earth's centre; the first axis points to 0E 0N, the third to the north pole.
using UnitVector = std::array<double, 3>;
UnitVector position_of(double lon, double lat);  // [rad]
// The point reached after `angle` [rad] along the great circle that leaves (lon, lat) on a course [rad],
// clockwise from north.
UnitVector travelled_from(double lon, double lat, double course, double angle);

// Computes the wind of storms in a set of cells.
class StormCells {
 public:
  explicit StormCells(const ForcingCells& cells);
  // Writes to values[component][cell] the wind of a storm, counter-clockwise (spin 1) or clockwise (-1)
  // around its centre, plus a uniform background [m s-1, east and north].
  void write_wind(const StormShape& storm, const UnitVector& centre, double spin,
                  const std::array<double, 2>& background, std::span<const View<float>> values) const;

 private:
  std::vector<UnitVector> position_, east_, north_;  // [cell]
};

}  // namespace groundswell
