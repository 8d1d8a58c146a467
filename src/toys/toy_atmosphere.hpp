// SPDX-License-Identifier: Apache-2.0
// A toy of an atmosphere for examples of coupling: the 10 m wind under a moving storm, slowed by the drag of
// the waves. Each point is on its own. The wind u [m s-1] follows the wind u_p that the pressure of the storm
// would drive without drag:
//   du/dt = (u_p - u) / T - C_D |u| u / H,
//   u_p = background + Vmax sqrt(x exp(1 - x)) around the centre, x = (R/r)^1.5 (Holland 1980, eq. 5),
//   C_D = (kappa / ln(10 m / z0))^2,  z0 = alpha u*^2 / g,  u*^2 = C_D |u|^2 (Charnock 1955),
// so that the larger the Charnock parameter alpha of the waves, the weaker the wind. Instead, the stress tau
// [Pa] that the waves report as taken from the air can slow it: du/dt = (u_p - u) / T - tau / (rho_a H).
#pragma once

#include "base/block.hpp"
#include "exec/array.hpp"
#include "field/state_list.hpp"
#include "mesh/vec3.hpp"
#include "toys/toy_grid.hpp"

namespace groundswell {

struct ToyAtmosphereSettings {
  ToyGrid grid;
  double lon = 0.0, lat = 15.0;          // [degree] of the storm's centre at the start
  double travel_speed = 5.0;             // [m s-1] along a great circle
  double travel_to_degree = 290.0;       // [degree] course at the start, clockwise from north
  double max_speed = 50.0;               // [m s-1] Vmax
  double radius = 60e3;                  // [m] R, where the wind is largest
  double background_speed = 5.0;         // [m s-1] of the wind far from the storm
  double background_from_degree = 90.0;  // [degree] from which it blows
  double relaxation = 3 * 3600.0;        // [s] T
  double depth = 1000.0;                 // [m] H of the air that the drag slows

  void check() const;  // throws Error unless all are possible
};

inline constexpr double default_charnock = 0.0185;  // where the waves give none
inline constexpr double most_roughness = 0.1;       // [m] upper bound of z0

// The drag coefficient for a wind speed [m s-1] at 10 m, and a Charnock parameter.
double compute_toy_drag(double speed, double charnock);

class ToyAtmosphere {
 public:
  // The points of the given rows of the grid. The wind at first is that at which the storm of the start would
  // leave it, with the default Charnock parameter. Throws Error for impossible settings.
  ToyAtmosphere(const ToyAtmosphereSettings& settings, Block rows);

  // Steps from `time` to `time + dt` [s] since the start, implicitly: stable for any dt > 0. `charnock` has
  // one value for each own point, or none at all; values that are missing (NaN) or not positive are replaced.
  void step(double time, double dt, View<const double> charnock);
  // The same, slowed by a stress [Pa] that is given at each own point. Where both parts of it are missing
  // (NaN) or 0, the waves report none, and the air's own drag slows the wind. The stress acts as it is given,
  // the relaxation implicitly: stable for any dt. But a stress that follows the wind with a delay D (half of
  // the length of its means and half of the interval between them) makes the wind swing unless D d|tau|/d|u|
  // / (rho_a H) is below 1/e, and the swings grow above pi/2 (Hayes 1950); it is 0.65 for 60 m/s, C_D =
  // 0.003, H = 1000 m and D = 30 min, so that they fade.
  void step_with_stress(double time, double dt, View<const double> stress_east,
                        View<const double> stress_north);

  // East and north, [own point].
  View<const double> wind_east() const { return wind_east_.view(); }  // [m s-1] at 10 m
  View<const double> wind_north() const { return wind_north_.view(); }
  View<const double> stress_east() const { return stress_east_.view(); }  // [Pa] on the sea
  View<const double> stress_north() const { return stress_north_.view(); }
  // [kg m-1 s-1] What the stresses of step_with_stress() have taken off in all steps, own drag left out.
  View<const double> momentum_taken_east() const { return momentum_east_.view(); }
  View<const double> momentum_taken_north() const { return momentum_north_.view(); }

  Vec3 storm_centre(double time) const;  // [s] since the start
  void list_state(StateList& state);

 private:
  struct Wind {
    double east, north;
  };
  Wind pressure_wind(const Vec3& centre, double lon, double lat) const;
  void slow_by_drag(std::size_t i, const Wind& driven, double rate, double charnock);
  // Calls slow(own point, driven, rate) for a step that ends at `time` [s], with one over its length [s-1].
  template <class Slow>
  void update(double time, double inverse_step, const Slow& slow);

  ToyAtmosphereSettings settings_;
  Block rows_;
  Array<double> wind_east_, wind_north_, stress_east_, stress_north_, momentum_east_, momentum_north_;
};

}  // namespace groundswell
