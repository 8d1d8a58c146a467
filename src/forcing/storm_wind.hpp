// SPDX-License-Identifier: Apache-2.0
// The wind around the centre of a storm: published profiles of its speed, and its vector in every cell on a
// sphere. Used by VortexWind and BestTrackWind.
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "forcing/forcing_source.hpp"
#include "forcing/unit_vector.hpp"

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

// The point reached after `angle` [rad] along the great circle that leaves (lon, lat) on a course [rad],
// clockwise from north.
UnitVector travelled_from(double lon, double lat, double course, double angle);

// Computes the wind of storms in a set of cells.
class StormCells {
 public:
  explicit StormCells(const ForcingCells& cells);
  std::size_t size() const { return position_.size(); }

  // A cell as seen from the centre of a storm. `around` points counter-clockwise around the centre, `inwards`
  // towards it; both lie in the cell's horizon and have the length `sine`, the sine of the angular distance.
  struct Seen {
    double distance = 0.0;  // [m]
    double sine = 0.0;
    UnitVector around{}, inwards{};
  };
  Seen see(std::size_t cell, const UnitVector& centre) const;
  const UnitVector& position(std::size_t cell) const { return position_[cell]; }
  // The length of the part of a vector that lies in the cell's horizon.
  double length_of(std::size_t cell, const UnitVector& vector) const {
    return std::hypot(dot(vector, east_[cell]), dot(vector, north_[cell]));
  }
  // Writes to values[component][cell] the part of a vector in the cell's horizon plus a background, whose
  // components are east and north [m s-1].
  void write(std::size_t cell, const UnitVector& wind, const std::array<double, 2>& background,
             std::span<const View<float>> values) const;

  // Writes to values[component][cell] the wind of a storm, counter-clockwise (spin 1) or clockwise (-1)
  // around its centre, plus a uniform background [m s-1, east and north].
  void write_wind(const StormShape& storm, const UnitVector& centre, double spin,
                  const std::array<double, 2>& background, std::span<const View<float>> values) const;

 private:
  std::vector<UnitVector> position_, east_, north_;  // [cell]
};

}  // namespace groundswell
