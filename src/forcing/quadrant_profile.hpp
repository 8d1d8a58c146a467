// SPDX-License-Identifier: Apache-2.0
// The wind speed by distance from a storm's centre along the middle lines of its four quadrants (bearings of
// 45, 135, 225 and 315 degrees), as a best track gives it. Equations and sources: docs/theory/wind.md.
#pragma once

#include <array>

#include "base/constants.hpp"
#include "forcing/best_track.hpp"
#include "forcing/forcing_settings.hpp"

namespace groundswell {

// The maximum wind of a quadrant at its radius, then the winds of `isotachs` at theirs: radii ascend, speeds
// descend. A wind that the quadrant does not reach repeats the maximum.
struct QuadrantKnots {
  std::array<double, 1 + isotachs.size()> radius{}, speed{};  // [m], [m s-1]
};

using StormKnots = std::array<QuadrantKnots, n_quadrant>;

// a at the weight 0, b at 1, all radii and speeds linear between.
StormKnots interpolate(const StormKnots& a, const StormKnots& b, double weight);

// The air that a travelling storm carries along moves at this angle to the left of the travel (to the right
// south of the equator; Lin and Chavas 2012).
inline constexpr double travel_turn = 20.0 * degree;
// How much of the maximum wind is a storm's travel: its share of the travel's speed [m s-1], limited for
// storms that are fast and weak, and the ratio of that to the rest.
double compute_travel_part(double travel_speed, double max_wind, double share);
inline double compute_travel_ratio(double travel_part, double max_wind) {
  return travel_part / (max_wind - travel_part);
}

// The knots at a date whose radius of the maximum wind is known, with the settings' mean over time. `travel`
// is the velocity [m s-1] east and north with which the centre moves; `spin` is 1 for a storm that turns
// counter-clockwise, -1 otherwise.
StormKnots make_knots(const BestTrackPoint& point, const std::array<double, 2>& travel, double spin,
                      const BestTrackSettings& settings);

// The profile through the knots: proportional to the distance up to the radius of the maximum wind, a power
// of it between two knots, and beyond the last one the power -decay.
class QuadrantProfile {
 public:
  QuadrantProfile(const QuadrantKnots& knots, double decay);
  struct Value {
    double speed = 0.0;       // [m s-1]
    double background = 0.0;  // share of the background wind: 0 up to the last knot, then rising to 1
  };
  Value at(double distance) const;

 private:
  QuadrantKnots knots_;
  std::array<double, 1 + isotachs.size()> exponent_{};  // beyond each knot
};

// The estimates for what a best track lacks: the radius of the maximum wind [m] (Willoughby et al. 2006, eq.
// 7a), and B of Holland's surface profile (Holland 2008), 1.5 without pressures.
double estimate_radius(const BestTrackPoint& point);
double estimate_shape(const BestTrackPoint& point);

}  // namespace groundswell
