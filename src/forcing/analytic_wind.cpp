// SPDX-License-Identifier: Apache-2.0
#include "forcing/analytic_wind.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// a x + b y
Vector combination(double a, const Vector& x, double b, const Vector& y) {
  return {a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]};
}

Vector position_of(double lon, double lat) {
  return {std::cos(lat) * std::cos(lon), std::cos(lat) * std::sin(lon), std::sin(lat)};
}
Vector east_of(double lon) {
  return {-std::sin(lon), std::cos(lon), 0.0};
}
Vector north_of(double lon, double lat) {
  return {-std::sin(lat) * std::cos(lon), -std::sin(lat) * std::sin(lon), std::cos(lat)};
}

// Speed of the wind around the centre at a distance [m] (Holland 1980 without the Coriolis term).
double vortex_speed(const VortexSettings& s, double distance) {
  if (distance < 1e-3 * s.radius) return 0.0;
  const double x = std::pow(s.radius / distance, s.shape);
  return s.max_speed * std::sqrt(x * std::exp(1.0 - x));
}

void fill(std::span<const View<float>> values, const std::array<double, 2>& wind) {
  for (std::size_t c = 0; c < 2; ++c) std::fill(values[c].begin(), values[c].end(), float(wind[c]));
}

}  // namespace

std::array<double, 2> components_from(double speed, double from_degree) {
  return {-speed * std::sin(from_degree * degree), -speed * std::cos(from_degree * degree)};
}

std::array<double, 2> components_to(double speed, double to_degree) {
  return {speed * std::sin(to_degree * degree), speed * std::cos(to_degree * degree)};
}

void ConstantSource::update(const DateTime&, std::span<const View<float>> values) {
  for (std::size_t c = 0; c < values.size(); ++c)
    std::fill(values[c].begin(), values[c].end(), float(values_.at(c)));
}

TurningWind::TurningWind(const WindSettings& settings, const DateTime& start)
    : settings_(settings), start_(start) {
  const std::vector<WindStep>& steps = settings_.steps;
  for (std::size_t i = 1; i < steps.size(); ++i)
    require(steps[i].time > steps[i - 1].time, "step ", i + 1, " of the turning wind is at ", steps[i].time,
            " s, not after the previous step at ", steps[i - 1].time, " s; put the steps in order");
  require(steps.empty() || steps[0].time <= 0,
          "the turning wind has no value at the start of the run: its first step "
          "is at ",
          steps.empty() ? 0 : steps[0].time, " s; add one at 0 s");
}

WindStep TurningWind::at(std::int64_t time) const {
  const std::vector<WindStep>& steps = settings_.steps;
  if (steps.empty())
    return {time, settings_.speed, settings_.from_degree + settings_.turn_rate * double(time)};
  const auto later =
      std::find_if(steps.begin(), steps.end(), [time](const WindStep& step) { return step.time > time; });
  const WindStep& before = *(later - 1);
  if (later == steps.end()) return before;  // the last step lasts
  const double weight = double(time - before.time) / double(later->time - before.time);
  const double turn = std::remainder(later->from_degree - before.from_degree, 360.0);
  return {time, before.speed + weight * (later->speed - before.speed), before.from_degree + weight * turn};
}

void TurningWind::update(const DateTime& now, std::span<const View<float>> values) {
  const WindStep wind = at(now - start_);
  fill(values, components_from(wind.speed, wind.from_degree));
}

VortexWind::VortexWind(const VortexSettings& settings, const ForcingCells& cells, const DateTime& start)
    : settings_(settings), start_(start) {
  require(settings.radius > 0.0 && settings.max_speed > 0.0 && settings.shape > 0.0,
          "a vortex with a radius of ", settings.radius, " m, a maximum wind of ", settings.max_speed,
          " m/s and a shape of ", settings.shape, " is not possible; all three must be positive");
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    position_.push_back(position_of(cells.lon[cell], cells.lat[cell]));
    east_.push_back(east_of(cells.lon[cell]));
    north_.push_back(north_of(cells.lon[cell], cells.lat[cell]));
  }
}

void VortexWind::update(const DateTime& now, std::span<const View<float>> values) {
  const double lon = settings_.lon * degree, lat = settings_.lat * degree;
  const double course = settings_.travel_to_degree * degree;
  const double travelled = settings_.travel_speed * double(now - start_) / earth_radius;
  const Vector heading = combination(std::sin(course), east_of(lon), std::cos(course), north_of(lon, lat));
  const Vector centre = combination(std::cos(travelled), position_of(lon, lat), std::sin(travelled), heading);
  const double spin = centre[2] < 0.0 ? -1.0 : 1.0;
  const double inflow = settings_.inflow_degree * degree;
  const std::array<double, 2> background =
      components_from(settings_.background_speed, settings_.background_from_degree);
  for (std::size_t cell = 0; cell < position_.size(); ++cell) {
    // Counter-clockwise; its length is the sine of the distance.
    const Vector around = cross(centre, position_[cell]);
    const double sine = std::sqrt(dot(around, around));
    const double distance = earth_radius * std::atan2(sine, dot(centre, position_[cell]));
    const double speed = sine > 0.0 ? vortex_speed(settings_, distance) / sine : 0.0;
    const Vector inwards = cross(position_[cell], around);  // towards the centre, as long as `around`
    const Vector wind =
        combination(spin * speed * std::cos(inflow), around, speed * std::sin(inflow), inwards);
    values[0][cell] = float(background[0] + dot(wind, east_[cell]));
    values[1][cell] = float(background[1] + dot(wind, north_[cell]));
  }
}

}  // namespace groundswell
