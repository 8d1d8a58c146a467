// SPDX-License-Identifier: Apache-2.0
#include "forcing/quadrant_profile.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"

namespace groundswell {
namespace {

constexpr std::size_t n_isotach = isotachs.size();
constexpr double largest_travel_part = 0.4;  // of the maximum wind
constexpr double closest_radii = 0.95;  // greatest ratio of the radius of a wind to that of the next weaker
constexpr double usual_shape = 1.5, least_shape = 1.0, largest_shape = 2.5;  // Holland's B
constexpr double storm_air_density = 1.15;                                   // [kg m-3] of Holland 1980

// The radii of a quadrant, each less than that of the weaker wind, and the winds; 0 where there is none.
struct QuadrantExtent {
  std::array<double, n_isotach> radius{}, speed{};
  // The strongest wind that has a radius, or n_isotach.
  std::size_t strongest() const {
    return std::size_t(std::ranges::find_if(radius, [](double r) { return r > 0.0; }) - radius.begin());
  }
};

QuadrantExtent extent_of(const BestTrackPoint& point, std::size_t quadrant, double factor) {
  QuadrantExtent extent;
  double outer = 0.0;
  for (std::size_t k = n_isotach; k-- > 0;) {
    extent.speed[k] = factor * knot * isotachs[k];
    if (!point.has_extent(k) || point.extent[k][quadrant] == 0.0) continue;
    extent.radius[k] = point.extent[k][quadrant];
    if (outer > 0.0) extent.radius[k] = std::min(extent.radius[k], closest_radii * outer);
    outer = extent.radius[k];
  }
  return extent;
}

// The maximum winds of the quadrants that the sum of a storm at rest and of its travel has in the middle of
// each.
std::array<double, n_quadrant> winds_of_travel(double max_wind, const std::array<double, 2>& travel,
                                               double spin, const BestTrackSettings& settings) {
  const double speed = std::hypot(travel[0], travel[1]);
  const double ratio =
      compute_travel_ratio(compute_travel_part(speed, max_wind, settings.translation_share), max_wind);
  const double course = speed > 0.0 ? std::atan2(travel[0], travel[1]) - spin * travel_turn : 0.0;
  std::array<double, n_quadrant> winds{};
  for (int q = 0; q < n_quadrant; ++q) {
    // The bearing of the quadrant's middle, and the direction to which the wind of a storm at rest blows
    // there.
    const double bearing = (45.0 + 90.0 * q) * degree;
    const double towards = bearing - spin * (90.0 + settings.inflow_degree) * degree;
    const double sum = std::hypot(std::sin(towards) + ratio * std::sin(course),
                                  std::cos(towards) + ratio * std::cos(course));
    winds[std::size_t(q)] = max_wind * sum / (1.0 + ratio);
  }
  return winds;
}

// Where Holland's profile falls to a speed, beyond the radius of its maximum.
double find_distance(const StormShape& storm, double speed, double coriolis) {
  double inner = storm.radius, outer = pi * earth_radius;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(inner * outer);
    (compute_storm_speed(storm, middle, coriolis) > speed ? inner : outer) = middle;
  }
  return inner;
}

// Fills in the radii that the file does not give although the quadrant has stronger winds: on the power law
// between the radii around them, or, beyond the last one, with the decay, or, if none is known, on Holland's
// profile.
void complete(QuadrantKnots& knots, const QuadrantExtent& extent, const BestTrackPoint& point, double decay) {
  const StormShape storm{StormProfile::holland_gradient, knots.speed[0], knots.radius[0],
                         estimate_shape(point)};
  const double coriolis = 2.0 * earth_rotation * std::abs(std::sin(point.lat * degree));
  for (std::size_t k = 0; k < n_isotach; ++k) {
    double& radius = knots.radius[k + 1] = extent.radius[k];
    double& speed = knots.speed[k + 1] = extent.speed[k];
    if (radius > 0.0) continue;
    const double before = knots.radius[k], wind_before = knots.speed[k];
    std::size_t next = k + 1;
    while (next < n_isotach && extent.radius[next] == 0.0) ++next;
    if (speed >= knots.speed[0]) {
      radius = knots.radius[0], speed = knots.speed[0];
    } else if (next < n_isotach) {
      const double share = std::log(wind_before / speed) / std::log(wind_before / extent.speed[next]);
      radius = before * std::pow(extent.radius[next] / before, share);
    } else if (extent.strongest() < n_isotach) {
      radius = before * std::pow(wind_before / speed, 1.0 / decay);
    } else {
      radius = find_distance(storm, speed, coriolis);
    }
  }
}

// The strongest quadrant has the maximum wind: of those that the strongest wind with radii reaches, the one
// where the travel adds most. The others have what the travel leaves, but at most each wind that they do not
// reach although others do, and at least each that they reach.
void meet_extents(std::array<double, n_quadrant>& winds,
                  const std::array<QuadrantExtent, n_quadrant>& extents, const BestTrackPoint& point,
                  double max_wind) {
  std::size_t top = 0;
  while (top < n_isotach && !point.has_extent(top)) ++top;
  int strongest = -1;
  for (int q = 0; q < n_quadrant; ++q) {
    const bool reaches = top == n_isotach || extents[std::size_t(q)].radius[top] > 0.0;
    if (reaches && (strongest < 0 || winds[std::size_t(q)] > winds[std::size_t(strongest)])) strongest = q;
  }
  for (std::size_t q = 0; q < n_quadrant; ++q) {
    for (std::size_t k = 0; k < n_isotach; ++k)
      if (point.has_extent(k) && extents[q].radius[k] == 0.0)
        winds[q] = std::min(winds[q], extents[q].speed[k]);
    if (const std::size_t k = extents[q].strongest(); k < n_isotach)
      winds[q] = std::max(winds[q], extents[q].speed[k]);
  }
  winds[std::size_t(strongest)] = max_wind;
}

}  // namespace

double estimate_radius(const BestTrackPoint& point) {
  return 46.4e3 * std::exp(-0.0155 * point.max_wind + 0.0169 * std::abs(point.lat));
}

double estimate_shape(const BestTrackPoint& point) {
  const double deficit = point.outer_pressure - point.pressure;
  if (point.pressure == 0.0 || deficit <= 0.0) return usual_shape;
  return std::clamp(storm_air_density * std::exp(1.0) * point.max_wind * point.max_wind / deficit,
                    least_shape, largest_shape);
}

double compute_travel_part(double travel_speed, double max_wind, double share) {
  return std::min(share * travel_speed, largest_travel_part * max_wind);
}

StormKnots make_knots(const BestTrackPoint& point, const std::array<double, 2>& travel, double spin,
                      const BestTrackSettings& settings) {
  const double max_wind = settings.averaging_factor * point.max_wind;
  std::array<double, n_quadrant> winds = winds_of_travel(max_wind, travel, spin, settings);
  std::array<QuadrantExtent, n_quadrant> extents;
  for (std::size_t q = 0; q < n_quadrant; ++q) extents[q] = extent_of(point, q, settings.averaging_factor);
  meet_extents(winds, extents, point, max_wind);
  StormKnots all;
  for (std::size_t q = 0; q < n_quadrant; ++q) {
    all[q].radius[0] = point.radius;
    all[q].speed[0] = winds[q];
    if (const std::size_t k = extents[q].strongest(); k < n_isotach)
      all[q].radius[0] = std::min(point.radius, extents[q].radius[k] * extents[q].speed[k] / winds[q]);
    complete(all[q], extents[q], point, settings.decay);
  }
  return all;
}

StormKnots interpolate(const StormKnots& a, const StormKnots& b, double weight) {
  StormKnots between;
  for (std::size_t q = 0; q < n_quadrant; ++q)
    for (std::size_t k = 0; k < between[q].radius.size(); ++k) {
      between[q].radius[k] = (1.0 - weight) * a[q].radius[k] + weight * b[q].radius[k];
      between[q].speed[k] = (1.0 - weight) * a[q].speed[k] + weight * b[q].speed[k];
    }
  return between;
}

QuadrantProfile::QuadrantProfile(const QuadrantKnots& knots, double decay) : knots_(knots) {
  const auto& [radius, speed] = knots_;
  for (std::size_t k = 0; k + 1 < radius.size(); ++k)
    if (radius[k + 1] > radius[k])
      exponent_[k] = std::log(speed[k] / speed[k + 1]) / std::log(radius[k + 1] / radius[k]);
  exponent_.back() = decay;
}

QuadrantProfile::Value QuadrantProfile::at(double distance) const {
  const auto& [radius, speed] = knots_;
  if (distance <= radius[0]) return {speed[0] * distance / radius[0], 0.0};
  std::size_t k = 0;
  while (k + 1 < radius.size() && distance >= radius[k + 1]) ++k;
  const double fall = std::pow(radius[k] / distance, exponent_[k]);
  return {speed[k] * fall, k + 1 == radius.size() ? 1.0 - fall : 0.0};
}

}  // namespace groundswell
