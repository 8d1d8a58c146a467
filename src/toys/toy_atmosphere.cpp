// SPDX-License-Identifier: Apache-2.0
#include "toys/toy_atmosphere.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr double wind_height = 10.0;  // [m]
constexpr double holland_shape = 1.5;
constexpr double least_speed = 0.1;  // [m s-1] for the drag coefficient, which would vanish in calm air

struct Slowed {
  double speed, drag;
};

// |u| and C_D at the end of a step, where C_D/H |u|^2 + rate |u| = driven. The drag coefficient varies so
// slowly with the wind that repeating the solution for a given one converges quickly.
Slowed compute_slowed(double driven, double rate, double charnock, double depth) {
  Slowed slowed{driven / rate, 0.0};
  for (int i = 0; i < 30; ++i) {
    const double before = slowed.speed;
    slowed.drag = compute_toy_drag(before, charnock);
    slowed.speed = 2.0 * driven / (rate + std::sqrt(rate * rate + 4.0 * slowed.drag / depth * driven));
    if (std::abs(slowed.speed - before) <= 1e-12 * before) break;
  }
  return slowed;
}

}  // namespace

void ToyAtmosphereSettings::check() const {
  grid.check();
  require(max_speed >= 0.0 && radius > 0.0 && relaxation > 0.0 && depth > 0.0,
          "an atmosphere with a storm of ", max_speed, " m/s at a radius of ", radius,
          " m, a relaxation within ", relaxation, " s and a depth of ", depth,
          " m is not possible; the wind must not be negative and the others must be positive");
}

// With l = ln(10 m / z0), the two laws give l - 2 ln l = ln(10 m g / (alpha kappa^2 |u|^2)); from l > 2,
// where the left side grows and is convex, Newton's method reaches the root from above.
double compute_toy_drag(double speed, double charnock) {
  const double stress =
      charnock * von_karman * von_karman * std::max(speed, least_speed) * std::max(speed, least_speed);
  const double right = std::log(wind_height * gravity / stress);
  const double least = std::log(wind_height / most_roughness);
  double l = 10.0;
  for (int i = 0; i < 5; ++i) l = std::max(least, l - (l - 2.0 * std::log(l) - right) / (1.0 - 2.0 / l));
  return von_karman / l * (von_karman / l);
}

ToyAtmosphere::ToyAtmosphere(const ToyAtmosphereSettings& settings, Block rows)
    : settings_(settings), rows_(rows) {
  settings.check();
  const auto n_point = std::size_t(rows.size() * settings.grid.n_lon());
  for (Array<double>* values :
       {&wind_east_, &wind_north_, &stress_east_, &stress_north_, &momentum_east_, &momentum_north_})
    *values = Array<double>(n_point);
  update(0.0, 0.0, [this](std::size_t i, const Wind& driven, double rate) {
    slow_by_drag(i, driven, rate, default_charnock);
  });
}

void ToyAtmosphere::step(double time, double dt, View<const double> charnock) {
  ensure(charnock.size == 0 || charnock.size == wind_east_.size(), "a toy atmosphere of ", wind_east_.size(),
         " points gets ", charnock.size, " Charnock parameters");
  update(time + dt, 1.0 / dt, [&](std::size_t i, const Wind& driven, double rate) {
    slow_by_drag(i, driven, rate, charnock.size > 0 && charnock[i] > 0.0 ? charnock[i] : default_charnock);
  });
}

// (1/dt + 1/T) u = u_before/dt + u_p/T - tau / (rho_a H)
void ToyAtmosphere::step_with_stress(double time, double dt, View<const double> stress_east,
                                     View<const double> stress_north) {
  ensure(stress_east.size == wind_east_.size() && stress_north.size == wind_east_.size(),
         "a toy atmosphere of ", wind_east_.size(), " points gets the stress at ", stress_east.size, " and ",
         stress_north.size);
  const double mass = air_density * settings_.depth;
  update(time + dt, 1.0 / dt, [&](std::size_t i, const Wind& driven, double rate) {
    const double east = stress_east[i], north = stress_north[i];
    if (std::isnan(east) || std::isnan(north) || (east == 0.0 && north == 0.0))
      return slow_by_drag(i, driven, rate, default_charnock);
    wind_east_[i] = (driven.east - east / mass) / rate;
    wind_north_[i] = (driven.north - north / mass) / rate;
    stress_east_[i] = east, stress_north_[i] = north;
    momentum_east_[i] += dt * east, momentum_north_[i] += dt * north;
  });
}

Vec3 ToyAtmosphere::storm_centre(double time) const {
  const double lon = settings_.lon * degree, lat = settings_.lat * degree;
  const double course = settings_.travel_to_degree * degree;
  const double angle = settings_.travel_speed * time / earth_radius;
  const Vec3 heading = east_at(lon) * std::sin(course) + north_at(lon, lat) * std::cos(course);
  return point_at(lon, lat) * std::cos(angle) + heading * std::sin(angle);
}

// [m s-1] u_p at a point.
ToyAtmosphere::Wind ToyAtmosphere::pressure_wind(const Vec3& centre, double lon, double lat) const {
  const auto& s = settings_;
  const Vec3 point = point_at(lon, lat), around = cross(centre, point);  // counter-clockwise
  const double distance = std::max(earth_radius * arc_length(centre, point), 1e-3 * s.radius);
  const double x = std::pow(s.radius / distance, holland_shape), spin = centre.z < 0.0 ? -1.0 : 1.0;
  const double speed = spin * s.max_speed * std::sqrt(x * std::exp(1.0 - x)) / std::max(norm(around), 1e-12);
  const double from = s.background_from_degree * degree;
  return {speed * dot(around, east_at(lon)) - s.background_speed * std::sin(from),
          speed * dot(around, north_at(lon, lat)) - s.background_speed * std::cos(from)};
}

// Implicit: with the rate a = 1/dt + 1/T, (a + C_D |u| / H) u = u_before/dt + u_p/T, which is `driven`.
void ToyAtmosphere::slow_by_drag(std::size_t i, const Wind& driven, double rate, double charnock) {
  const Slowed slowed =
      compute_slowed(std::hypot(driven.east, driven.north), rate, charnock, settings_.depth);
  const double denominator = rate + slowed.drag * slowed.speed / settings_.depth;
  wind_east_[i] = driven.east / denominator;
  wind_north_[i] = driven.north / denominator;
  stress_east_[i] = air_density * slowed.drag * slowed.speed * wind_east_[i];
  stress_north_[i] = air_density * slowed.drag * slowed.speed * wind_north_[i];
}

// With inverse_step = 0: the steady state.
template <class Slow>
void ToyAtmosphere::update(double time, double inverse_step, const Slow& slow) {
  const Vec3 centre = storm_centre(time);
  const double rate = inverse_step + 1.0 / settings_.relaxation;
  std::size_t i = 0;
  for (auto row = rows_.begin; row < rows_.end; ++row)
    for (int column = 0; column < settings_.grid.n_lon(); ++column, ++i) {
      const Wind wind = pressure_wind(centre, settings_.grid.lon(column), settings_.grid.lat(double(row)));
      slow(i,
           Wind{wind_east_[i] * inverse_step + wind.east / settings_.relaxation,
                wind_north_[i] * inverse_step + wind.north / settings_.relaxation},
           rate);
    }
}

void ToyAtmosphere::list_state(StateList& state) {
  state.add_cells("wind_east", wind_east_.view());
  state.add_cells("wind_north", wind_north_.view());
  state.add_cells("stress_east", stress_east_.view());
  state.add_cells("stress_north", stress_north_.view());
  state.add_cells("momentum_taken_east", momentum_east_.view());
  state.add_cells("momentum_taken_north", momentum_north_.view());
}

}  // namespace groundswell
