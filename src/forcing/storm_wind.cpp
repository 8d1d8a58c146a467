// SPDX-License-Identifier: Apache-2.0
#include "forcing/storm_wind.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {

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

StormCells::Seen StormCells::see(std::size_t cell, const UnitVector& centre) const {
  Seen seen;
  seen.around = cross(centre, position_[cell]);
  seen.sine = std::sqrt(dot(seen.around, seen.around));
  seen.distance = earth_radius * std::atan2(seen.sine, dot(centre, position_[cell]));
  seen.inwards = cross(position_[cell], seen.around);
  return seen;
}

void StormCells::write(std::size_t cell, const UnitVector& wind, const std::array<double, 2>& background,
                       std::span<const View<float>> values) const {
  values[0][cell] = float(background[0] + dot(wind, east_[cell]));
  values[1][cell] = float(background[1] + dot(wind, north_[cell]));
}

void StormCells::write_wind(const StormShape& storm, const UnitVector& centre, double spin,
                            const std::array<double, 2>& background,
                            std::span<const View<float>> values) const {
  const double inflow = storm.inflow_degree * degree;
  const double coriolis = 2.0 * earth_rotation * std::abs(centre[2]);
  for (std::size_t cell = 0; cell < size(); ++cell) {
    const Seen seen = see(cell, centre);
    const double speed =
        seen.sine > 0.0 ? compute_storm_speed(storm, seen.distance, coriolis) / seen.sine : 0.0;
    write(cell,
          combination(spin * speed * std::cos(inflow), seen.around, speed * std::sin(inflow), seen.inwards),
          background, values);
  }
}

}  // namespace groundswell
