// SPDX-License-Identifier: Apache-2.0
#include "forcing/storm_wind.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

double dot(const UnitVector& a, const UnitVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

UnitVector cross(const UnitVector& a, const UnitVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// a x + b y
UnitVector combination(double a, const UnitVector& x, double b, const UnitVector& y) {
  return {a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]};
}

UnitVector east_of(double lon) {
  return {-std::sin(lon), std::cos(lon), 0.0};
}
UnitVector north_of(double lon, double lat) {
  return {-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat)};
}

}  // namespace

void StormShape::check() const {
  require(radius > 0.0 && max_speed > 0.0 && shape > 0.0 && decay > 0.0, "a storm with a radius of ", radius,
          " m, a maximum wind of ", max_speed, " m/s, a shape of ", shape, " and a decay of ", decay,
          " is not possible; all four must be positive");
}

double compute_storm_speed(const StormShape& s, double distance, double coriolis) {
  if (s.profile == StormProfile::rankine)
    return s.max_speed * (distance < s.radius ? distance / s.radius : std::pow(s.radius / distance, s.decay));
  if (distance < 1e-3 * s.radius) return 0.0;
  const double x = std::pow(s.radius / distance, s.shape);
  if (s.profile == StormProfile::holland) return s.max_speed * std::sqrt(x * std::exp(1.0 - x));
  const double turning = s.max_speed * s.radius * coriolis, at_radius = s.max_speed * s.max_speed + turning;
  const double phi = 1.0 + turning / (s.shape * at_radius), half = 0.5 * distance * coriolis;
  const double pressure = at_radius * x * std::exp(phi * (1.0 - x));
  return pressure / (std::sqrt(pressure + half * half) + half);  // avoids cancellation
}

UnitVector position_of(double lon, double lat) {
  return {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
}

UnitVector travelled_from(double lon, double lat, double course, double angle) {
  const UnitVector heading =
      combination(std::sin(course), east_of(lon), std::cos(course), north_of(lon, lat));
  return combination(std::cos(angle), position_of(lon, lat), std::sin(angle), heading);
}

StormCells::StormCells(const ForcingCells& cells) {
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    position_.push_back(position_of(cells.lon[cell], cells.lat[cell]));
    east_.push_back(east_of(cells.lon[cell]));
    north_.push_back(north_of(cells.lon[cell], cells.lat[cell]));
  }
}

void StormCells::write_wind(const StormShape& storm, const UnitVector& centre, double spin,
                            const std::array<double, 2>& background,
                            std::span<const View<float>> values) const {
  const double inflow = storm.inflow_degree * degree;
  const double coriolis = 2.0 * earth_rotation * std::abs(centre[2]);
  for (std::size_t cell = 0; cell < position_.size(); ++cell) {
    // Points counter-clockwise around the centre; its length is the sine of the angular distance.
    const UnitVector around = cross(centre, position_[cell]);
    const double sine = std::sqrt(dot(around, around));
    const double distance = earth_radius * std::atan2(sine, dot(centre, position_[cell]));
    const double speed = sine > 0.0 ? compute_storm_speed(storm, distance, coriolis) / sine : 0.0;
    const UnitVector inwards =
        cross(position_[cell], around);  // towards the centre, of the same length as `around`
    const UnitVector wind =
        combination(spin * speed * std::cos(inflow), around, speed * std::sin(inflow), inwards);
    values[0][cell] = float(background[0] + dot(wind, east_[cell]));
    values[1][cell] = float(background[1] + dot(wind, north_[cell]));
  }
}

}  // namespace groundswell
